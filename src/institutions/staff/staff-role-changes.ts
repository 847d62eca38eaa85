import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { type ChangeFields, type ConfigurationChange, isSame } from '../changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../changes/change-kinds';
import { institutionsErrors } from '../institutions.errors';
import { institutionsPermissions } from '../institutions.permissions';
import type { StaffView } from './staff.dto';
import { permissionsOf, StaffAccess } from './staff-access';
import { StaffMembers } from './staff-members';
import { StaffPermissions } from './staff-rights';
import { staffViews } from './staff-views';

export const CHANGE_STAFF_ROLES = 'change-staff-roles';

interface StaffRolesFields {
  roles: string[];
  /** What the roles permit together, so that a checker sees it and a later change of a role is noticed. */
  permissions?: string[];
}

/** Assignments of roles to a member of staff. */
@Injectable()
@MemberOf(ChangeKinds)
export class StaffRoleChanges implements ChangeKind {
  readonly operation = CHANGE_STAFF_ROLES;
  readonly title = 'Roles of a member of staff';
  readonly versioned = ({ roles }: ChangeFields): object => ({ roles });
  readonly covers = 'roles that give a member of staff permissions';
  readonly permission = institutionsPermissions.manageRoles;

  constructor(
    private readonly members: StaffMembers,
    private readonly rights: StaffPermissions,
    private readonly access: StaffAccess,
  ) {}

  async present(tx: Tx, institutionId: number, staffID: string): Promise<ChangeFields> {
    const member = await this.members.require(tx, institutionId, staffID);
    const [view] = await staffViews(tx, institutionId, [member]);
    return { roles: view!.roles, permissions: (await permissionsOf(tx, member)).sort() };
  }

  /** @throws STAFF_NOT_FOUND, ROLE_NOT_FOUND (404), CHANGE_OUTDATED (409) when a role permits something else by now */
  async apply(tx: Tx, institutionId: number, { target: staffID, after }: ConfigurationChange): Promise<StaffView> {
    const member = await this.members.require(tx, institutionId, staffID);
    const { roles, permissions } = after as Partial<StaffRolesFields>;
    if (roles) {
      if (permissions && !isSame(permissions, await this.rights.ofRoles(tx, institutionId, roles)))
        throw institutionsErrors.CHANGE_OUTDATED();
      await this.members.assignRoles(tx, member, roles);
    }
    const [view] = await staffViews(tx, institutionId, [member]);
    return view!;
  }

  audited({ target }: ConfigurationChange): AuditedChange[] {
    return [{ action: 'staff.assign-roles', subject: `staff:${target}` }];
  }

  async isImmediate(tx: Tx, institutionId: number, { target, after }: ConfigurationChange): Promise<boolean> {
    const permissions = await this.rights.ofRoles(tx, institutionId, (after as unknown as StaffRolesFields).roles);
    return (await this.rights.lackedBy(tx, institutionId, target, permissions)).length === 0;
  }

  concerns({ target }: ConfigurationChange): string {
    return target;
  }

  async gains(
    tx: Tx,
    institutionId: number,
    { target, after }: ConfigurationChange,
    staffID: string,
  ): Promise<string[]> {
    if (staffID !== target) return [];
    const permissions = await this.rights.ofRoles(tx, institutionId, (after as unknown as StaffRolesFields).roles);
    return this.rights.lackedBy(tx, institutionId, staffID, permissions);
  }

  committed(): void {
    this.access.forgetAll();
  }
}
