import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Clock } from '../../common/time/clock';
import { institutionsErrors } from '../institutions.errors';
import { PermissionCatalogue } from './permission-catalogue';
import { Role } from './role.entity';
import { Staff } from './staff.entity';
import { StaffRole } from './staff-role.entity';

export interface NewRole {
  institutionId: number;
  name: string;
  description?: string | null;
  permissions: string[];
}

/** The roles of an institution. */
@Injectable()
export class Roles {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly catalogue: PermissionCatalogue,
  ) {}

  /** @throws ROLE_NOT_FOUND (404) */
  async require(tx: Tx, institutionId: number, name: string): Promise<Role> {
    const role = await tx.findOneBy(Role, { institutionId, name });
    if (!role) throw institutionsErrors.ROLE_NOT_FOUND(`There is no role ${name}.`);
    return role;
  }

  /** @throws ROLE_NAME_TAKEN (409), UNKNOWN_PERMISSION (422) */
  async create(tx: Tx, { institutionId, name, description, permissions }: NewRole): Promise<Role> {
    this.assertKnown(permissions);
    const role: Role = {
      institutionId,
      id: await this.ids.next(),
      name,
      description: description ?? null,
      permissions: [...new Set(permissions)].sort(),
      createdAt: this.clock.now(),
    };
    await refusingDuplicates(tx.insert(Role, role), { uq_role_name: institutionsErrors.ROLE_NAME_TAKEN });
    return role;
  }

  /**
   * Asserts that the actor does not hold the role, so that staff can neither extend their own rights nor remove their
   * own right to manage roles, which could lock the institution out.
   * @param actor author as in audit columns, `staff:ID`.
   * @throws OWN_ROLE (403)
   */
  async assertNotHeld(tx: Tx, { institutionId, id: roleId }: Role, actor: string): Promise<void> {
    const staffID = /^staff:(.+)$/.exec(actor)?.[1];
    if (staffID === undefined) return;
    const holder = await tx.findOneBy(Staff, { institutionId, staffID });
    if (holder && (await tx.existsBy(StaffRole, { institutionId, staffId: holder.id, roleId })))
      throw institutionsErrors.OWN_ROLE();
  }

  /** @throws UNKNOWN_PERMISSION (422) with the first unknown permission */
  assertKnown(permissions: string[]): void {
    const unknown = permissions.find((permission) => !this.catalogue.isKnown(permission));
    if (unknown !== undefined) throw institutionsErrors.UNKNOWN_PERMISSION(`There is no permission ${unknown}.`);
  }
}
