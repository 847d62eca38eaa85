import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import type { ChangeFields, ConfigurationChange } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import { institutionsPermissions } from '../../institutions/institutions.permissions';
import { type IssuedCode, OneTimeCodes } from '../../institutions/staff/one-time-codes';
import { StaffMembers } from '../../institutions/staff/staff-members';

export const ISSUE_PASSWORD_CODE = 'issue-password-code';

/**
 * One-time codes where no e-mail can carry them: the second person sees the code and hands it over, so that whoever
 * asks for it never gets in with it (docs/api/authentication.md#one-time-codes).
 */
@Injectable()
@MemberOf(ChangeKinds)
export class PasswordCodeChanges implements ChangeKind {
  readonly operation = ISSUE_PASSWORD_CODE;
  readonly title = 'One-time code';
  readonly covers = 'a one-time code for a password, where e-mail is off; shown to the second person, once';
  readonly permission = institutionsPermissions.manageStaff;

  constructor(
    private readonly members: StaffMembers,
    private readonly codes: OneTimeCodes,
  ) {}

  async present(tx: Tx, institutionId: number, staffID: string): Promise<ChangeFields> {
    await this.members.require(tx, institutionId, staffID);
    return {};
  }

  async apply(
    tx: Tx,
    institutionId: number,
    { target: staffID }: ConfigurationChange,
  ): Promise<IssuedCode & { staffID: string }> {
    const member = await this.members.require(tx, institutionId, staffID);
    return { staffID, ...(await this.codes.issue(tx, member, 'issued-by-staff')) };
  }

  audited({ target }: ConfigurationChange): AuditedChange[] {
    return [{ action: 'staff.issue-code', subject: `staff:${target}` }];
  }

  concerns({ target }: ConfigurationChange): string {
    return target;
  }
}
