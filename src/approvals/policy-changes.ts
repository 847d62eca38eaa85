import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../institutions/changes/change-kinds';
import { ApprovalPolicies, type PolicyFields } from './approval-policies';
import type { ApprovalPolicyView } from './approval-policies.dto';
import { ApprovalPolicy } from './approval-policy.entity';
import { approvalsErrors } from './approvals.errors';
import { approvalsPermissions } from './approvals.permissions';

export const CHANGE_APPROVAL_POLICY = 'change-approval-policy';

/** Changes of approval policies. What already waits keeps its number of checkers. */
@Injectable()
@MemberOf(ChangeKinds)
export class PolicyChanges implements ChangeKind {
  readonly operation = CHANGE_APPROVAL_POLICY;
  readonly title = 'Approval policy';
  readonly versioned = true;
  readonly covers = 'a new policy, other terms of a policy, its deactivation';
  readonly permission = approvalsPermissions.managePolicies;

  constructor(
    private readonly policies: ApprovalPolicies,
    private readonly clock: Clock,
  ) {}

  async present(tx: Tx, institutionId: number, target: string): Promise<ChangeFields> {
    return { ...this.policies.fieldsOf(await this.lock(tx, institutionId, Number(target))) };
  }

  async apply(
    tx: Tx,
    institutionId: number,
    { target, before, after }: ConfigurationChange,
  ): Promise<ApprovalPolicyView> {
    const id = Number(target);
    if (before === null) {
      const terms = this.policies.termsOf(after as unknown as PolicyFields);
      const policy: ApprovalPolicy = {
        institutionId,
        id,
        ...terms,
        createdAt: this.clock.institutionNow(institutionId),
      };
      await tx.insert(ApprovalPolicy, policy);
      return this.policies.view(policy);
    }
    const policy = await this.lock(tx, institutionId, id);
    const terms = this.policies.termsOf({ ...this.policies.fieldsOf(policy), ...after });
    await tx.update(ApprovalPolicy, { institutionId, id }, terms);
    return this.policies.view({ ...policy, ...terms });
  }

  audited({ target, before }: ConfigurationChange): AuditedChange[] {
    const action = before === null ? 'approval-policy.create' : 'approval-policy.update';
    return [{ action, subject: `approval-policy:${target}` }];
  }

  /** @throws APPROVAL_POLICY_NOT_FOUND (404) */
  private async lock(tx: Tx, institutionId: number, id: number): Promise<ApprovalPolicy> {
    const policy = await tx.findOne(ApprovalPolicy, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
    if (!policy) throw approvalsErrors.APPROVAL_POLICY_NOT_FOUND();
    return policy;
  }
}
