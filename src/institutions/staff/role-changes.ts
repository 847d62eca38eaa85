import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import type { ChangeFields, ConfigurationChange } from '../changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../changes/change-kinds';
import { institutionsPermissions } from '../institutions.permissions';
import { Role } from './role.entity';
import { Roles } from './roles';
import { type RoleView, roleView } from './roles.dto';
import { StaffAccess } from './staff-access';
import { StaffPermissions } from './staff-rights';

export const CHANGE_ROLE = 'change-role';

interface RoleFields {
  description?: string | null;
  permissions?: string[];
}

/** Changes of roles: a new role, or another description or set of permissions. */
@Injectable()
@MemberOf(ChangeKinds)
export class RoleChanges implements ChangeKind {
  readonly operation = CHANGE_ROLE;
  readonly title = 'Role';
  readonly versioned = true;
  readonly covers = 'a new role; permissions that a role gains';
  readonly permission = institutionsPermissions.manageRoles;

  constructor(
    private readonly roles: Roles,
    private readonly rights: StaffPermissions,
    private readonly access: StaffAccess,
  ) {}

  async present(tx: Tx, institutionId: number, name: string): Promise<ChangeFields> {
    const { description, permissions } = await this.roles.require(tx, institutionId, name);
    return { description, permissions };
  }

  async apply(tx: Tx, institutionId: number, { target: name, before, after }: ConfigurationChange): Promise<RoleView> {
    const { description, permissions } = after as RoleFields;
    if (before === null)
      return roleView(
        await this.roles.create(tx, {
          institutionId,
          name,
          description: description ?? null,
          permissions: permissions!,
        }),
      );
    const role = await this.roles.require(tx, institutionId, name);
    if (permissions) this.roles.assertKnown(permissions.filter((permission) => !role.permissions.includes(permission)));
    const changes = {
      description: description === undefined ? role.description : description,
      permissions: permissions ?? role.permissions,
    };
    await tx.update(Role, { institutionId, id: role.id }, changes);
    return roleView({ ...role, ...changes });
  }

  audited({ target, before }: ConfigurationChange): AuditedChange[] {
    return [{ action: before === null ? 'role.create' : 'role.update', subject: `role:${target}` }];
  }

  /** Taking permissions away and describing the role need no second person. */
  async isImmediate(_tx: Tx, _institutionId: number, change: ConfigurationChange): Promise<boolean> {
    return change.before !== null && added(change).length === 0;
  }

  async gains(tx: Tx, institutionId: number, change: ConfigurationChange, staffID: string): Promise<string[]> {
    if (!(await this.rights.holds(tx, institutionId, staffID, change.target))) return [];
    return this.rights.lackedBy(tx, institutionId, staffID, added(change));
  }

  committed(): void {
    this.access.forgetAll();
  }
}

function added({ before, after }: ConfigurationChange): string[] {
  const { permissions: had = [] } = (before ?? {}) as RoleFields;
  const { permissions = [] } = after as RoleFields;
  return permissions.filter((permission) => !had.includes(permission));
}
