import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { searchName } from '../../common/text/search-name';
import { Branches } from '../branches/branches';
import { type ChangeFields, type ConfigurationChange, isSame } from '../changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../changes/change-kinds';
import { institutionsErrors } from '../institutions.errors';
import { institutionsPermissions } from '../institutions.permissions';
import { OneTimeCodes } from './one-time-codes';
import { StaffSessions } from './sessions/staff-sessions';
import type { StaffView } from './staff.dto';
import { Staff, type StaffStatus } from './staff.entity';
import { StaffAccess } from './staff-access';
import { StaffMembers } from './staff-members';
import { StaffPermissions } from './staff-rights';
import { staffViews } from './staff-views';

export const CHANGE_STAFF = 'change-staff';

interface StaffFields {
  name?: string;
  branchCode?: string;
  email?: string;
  status?: StaffStatus;
  /** Only of a new member. */
  roles?: string[];
  /** Only of a new member: what the roles permit together. */
  permissions?: string[];
}

/** Fields that one person may change; of the status, everything but `Active`. */
const HARMLESS = ['name', 'branchCode', 'status'];

/** Changes of members of staff: a new member, another e-mail address, a reactivation. */
@Injectable()
@MemberOf(ChangeKinds)
export class StaffRecordChanges implements ChangeKind {
  readonly operation = CHANGE_STAFF;
  readonly title = 'Member of staff';
  readonly versioned = true;
  readonly covers = 'a new member; another e-mail address; a reactivation';
  readonly permission = institutionsPermissions.manageStaff;

  constructor(
    private readonly members: StaffMembers,
    private readonly branches: Branches,
    private readonly rights: StaffPermissions,
    private readonly sessions: StaffSessions,
    private readonly codes: OneTimeCodes,
    private readonly access: StaffAccess,
  ) {}

  async present(tx: Tx, institutionId: number, staffID: string): Promise<ChangeFields> {
    const [view] = await staffViews(tx, institutionId, [await this.members.require(tx, institutionId, staffID)]);
    const { name, branchCode, email, status } = view!;
    return { name, branchCode, email, status };
  }

  async apply(tx: Tx, institutionId: number, change: ConfigurationChange, author: string): Promise<StaffView> {
    const fields = change.after as StaffFields;
    if (change.before === null) await this.create(tx, institutionId, change.target, fields);
    else await this.update(tx, await this.members.require(tx, institutionId, change.target), fields, author);
    const member = await this.members.require(tx, institutionId, change.target);
    const [view] = await staffViews(tx, institutionId, [member]);
    return view!;
  }

  audited({ target, before }: ConfigurationChange): AuditedChange[] {
    return [{ action: before === null ? 'staff.create' : 'staff.update', subject: `staff:${target}` }];
  }

  async isImmediate(_tx: Tx, _institutionId: number, { before, after }: ConfigurationChange): Promise<boolean> {
    return (
      before !== null && after.status !== 'Active' && Object.keys(after).every((field) => HARMLESS.includes(field))
    );
  }

  /** Whoever gets roles, or gets them back, is granted permissions. */
  alsoNeeds({ after }: ConfigurationChange): string[] {
    const { roles = [], status } = after as StaffFields;
    return roles.length > 0 || status === 'Active' ? [institutionsPermissions.manageRoles] : [];
  }

  concerns({ target }: ConfigurationChange): string {
    return target;
  }

  committed(): void {
    this.access.forgetAll();
  }

  private async create(tx: Tx, institutionId: number, staffID: string, fields: StaffFields): Promise<void> {
    const { name, branchCode, email, roles = [], permissions = [] } = fields;
    if (!isSame(permissions, await this.rights.ofRoles(tx, institutionId, roles)))
      throw institutionsErrors.CHANGE_OUTDATED();
    await this.members.create(tx, {
      institutionId,
      staffID,
      name: name!,
      branchCode: branchCode!,
      email: email!,
      roles,
    });
  }

  private async update(tx: Tx, member: Staff, fields: StaffFields, author: string): Promise<void> {
    const { institutionId, id } = member;
    const { name, branchCode, email, status } = fields;
    const newName = name ?? member.name;
    const branchId = branchCode
      ? (await this.branches.requireActive(tx, institutionId, branchCode)).id
      : member.branchId;
    await tx.update(
      Staff,
      { institutionId, id },
      { name: newName, searchName: searchName(newName), branchId, status: status ?? member.status },
    );
    if (status !== undefined && status !== 'Active')
      await this.sessions.endAll(tx, member, { reason: 'deactivated', by: author });
    if (!email) return;
    await this.members.changeEmail(tx, member, email);
    // Whoever reads the earlier address may hold a code that was mailed there.
    await this.codes.endAll(tx, member);
  }
}
