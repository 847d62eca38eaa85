import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../institutions/changes/change-kinds';
import { amlPermissions } from './aml.permissions';
import { AmlRule } from './aml-rule.entity';
import { type AmlRuleFields, AmlRules } from './aml-rules';
import type { AmlRuleView } from './aml-rules.dto';

export const CHANGE_AML_RULE = 'change-aml-rule';

/**
 * Changes of AML rules. A rule screens from the next movement on; the holds of a rule keep the terms by which they were
 * held.
 */
@Injectable()
@MemberOf(ChangeKinds)
export class AmlRuleChanges implements ChangeKind {
  readonly operation = CHANGE_AML_RULE;
  readonly title = 'AML rule';
  readonly versioned = true;
  readonly covers = 'a new rule, other terms of a rule, its deactivation';
  readonly permission = amlPermissions.manageRules;
  readonly seenWith = amlPermissions.viewAml;

  constructor(
    private readonly rules: AmlRules,
    private readonly clock: Clock,
  ) {}

  async present(tx: Tx, institutionId: number, target: string): Promise<ChangeFields> {
    return { ...this.fieldsOf(await this.rules.lock(tx, institutionId, Number(target))) };
  }

  async apply(tx: Tx, institutionId: number, { target, before, after }: ConfigurationChange): Promise<AmlRuleView> {
    const id = Number(target);
    const updatedAt = this.clock.institutionNow(institutionId);
    if (before === null) {
      const terms = await this.rules.termsOf(tx, institutionId, after as unknown as AmlRuleFields);
      const rule: AmlRule = { institutionId, id, ...terms, createdAt: updatedAt, updatedAt };
      await tx.insert(AmlRule, rule);
      return this.rules.view(rule);
    }
    const rule = await this.rules.lock(tx, institutionId, id);
    if (Object.keys(after).length === 0) return this.rules.view(rule);
    const terms = await this.rules.termsOf(tx, institutionId, { ...this.fieldsOf(rule), ...after });
    await tx.update(AmlRule, { institutionId, id }, { ...terms, updatedAt });
    return this.rules.view({ ...rule, ...terms, updatedAt });
  }

  audited({ target, before }: ConfigurationChange): AuditedChange[] {
    return [{ action: before === null ? 'aml-rule.create' : 'aml-rule.update', subject: `aml-rule:${target}` }];
  }

  private fieldsOf(rule: AmlRule): AmlRuleFields {
    const {
      id: _id,
      createdAt: _createdAt,
      updatedAt: _updatedAt,
      version: _version,
      ...fields
    } = this.rules.view(rule);
    return fields;
  }
}
