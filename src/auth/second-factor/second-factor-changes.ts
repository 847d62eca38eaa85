import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import type { ChangeFields, ConfigurationChange } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import { institutionsPermissions } from '../../institutions/institutions.permissions';
import { StaffSessions } from '../../institutions/staff/sessions/staff-sessions';
import type { Staff } from '../../institutions/staff/staff.entity';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { authErrors } from '../auth.errors';
import { Passkeys } from '../passkeys/passkeys';
import { SecondFactors } from './second-factors';

export const RESET_SECOND_FACTOR = 'reset-second-factor';

/** The removal of the lost second factor of a colleague, which one person alone could use to sign in as them. */
@Injectable()
@MemberOf(ChangeKinds)
export class SecondFactorChanges implements ChangeKind {
  readonly operation = RESET_SECOND_FACTOR;
  readonly title = 'Second factor';
  readonly covers = 'the removal of a colleague’s lost second factor, with the passkeys';
  readonly permission = institutionsPermissions.manageStaff;

  constructor(
    private readonly members: StaffMembers,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly sessions: StaffSessions,
  ) {}

  async present(tx: Tx, institutionId: number, staffID: string): Promise<ChangeFields> {
    const member = await this.members.require(tx, institutionId, staffID);
    const factor = await this.secondFactors.active(tx, member);
    const passkeys = await this.passkeys.list(tx, member);
    if (!factor && passkeys.length === 0)
      throw authErrors.SECOND_FACTOR_NOT_SET_UP('This member of staff has no second factor.');
    return { secondFactor: (factor?.confirmedAt ?? passkeys[0]!.createdAt).toISOString() };
  }

  async apply(
    tx: Tx,
    institutionId: number,
    { target: staffID }: ConfigurationChange,
    author: string,
  ): Promise<{ staffID: string }> {
    await this.remove(tx, await this.members.require(tx, institutionId, staffID), author);
    return { staffID };
  }

  /**
   * Removes the app, the recovery codes and the passkeys of a member, and ends the sessions. The caller has made sure
   * that this is decided.
   * @param author as in audit columns
   */
  async remove(tx: Tx, member: Staff, author: string): Promise<void> {
    await this.secondFactors.remove(tx, member);
    await this.passkeys.removeAll(tx, member);
    await this.sessions.endAll(tx, member, { reason: 'ended-by-colleague', by: author });
  }

  audited({ target }: ConfigurationChange): AuditedChange[] {
    return [{ action: 'staff.reset-second-factor', subject: `staff:${target}` }];
  }

  concerns({ target }: ConfigurationChange): string {
    return target;
  }

  committed(): void {
    this.sessions.forgetAll();
  }
}
