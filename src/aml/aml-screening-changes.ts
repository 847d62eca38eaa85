import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import type { ChangeFields, ConfigurationChange } from '../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../institutions/changes/change-kinds';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { amlPermissions } from './aml.permissions';
import { AML_SCREENING_ENABLED } from './aml.settings';
import type { AmlScreeningView } from './aml-rules.dto';

export const CHANGE_AML_SCREENING = 'change-aml-screening';

/** Turning the screening of movements on or off, for staff of AML who may not change the rest of the configuration. */
@Injectable()
@MemberOf(ChangeKinds)
export class AmlScreeningChanges implements ChangeKind {
  readonly operation = CHANGE_AML_SCREENING;
  readonly title = 'AML screening';
  readonly covers = 'turning the screening of movements on or off';
  readonly permission = amlPermissions.manageRules;

  constructor(private readonly settings: InstitutionSettings) {}

  async present(tx: Tx, institutionId: number): Promise<ChangeFields & AmlScreeningView> {
    return { enabled: (await this.settings.getWithin(tx, institutionId, AML_SCREENING_ENABLED)) === 'true' };
  }

  async apply(
    tx: Tx,
    institutionId: number,
    { after }: ConfigurationChange,
    author: string,
  ): Promise<AmlScreeningView> {
    const { enabled }: AmlScreeningView = { ...(await this.present(tx, institutionId)), ...after };
    if (after.enabled !== undefined)
      await this.settings.set(tx, institutionId, AML_SCREENING_ENABLED, String(enabled), author);
    return { enabled };
  }

  audited(): AuditedChange[] {
    return [{ action: 'aml-screening.set', subject: `configuration:${AML_SCREENING_ENABLED}` }];
  }

  committed(institutionId: number): void {
    this.settings.forget(institutionId);
  }
}
