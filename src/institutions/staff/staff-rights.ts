import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { institutionsErrors } from '../institutions.errors';
import { institutionsPermissions } from '../institutions.permissions';
import { Role } from './role.entity';
import { Staff } from './staff.entity';
import { permissionsOf } from './staff-access';
import { StaffRole } from './staff-role.entity';

/**
 * Without these a member of staff cannot decide changes of staff and roles: the right to see approvals, which belongs
 * to a module above this one, and those of staff and roles.
 */
export const DECIDES_STAFF_CHANGES = [
  'view-approvals',
  institutionsPermissions.manageStaff,
  institutionsPermissions.manageRoles,
];

/** An institution with fewer active people who can decide changes of staff has nobody left to approve them. */
export const DECIDERS_MIN = 2;

const DECIDERS = `
  SELECT s.staff_code
    FROM staff s
    JOIN staff_role a ON a.institution_id = s.institution_id AND a.staff_id = s.id
    JOIN role r ON r.institution_id = a.institution_id AND r.id = a.role_id
   CROSS JOIN LATERAL unnest(r.permissions) AS held (permission)
   WHERE s.institution_id = $1 AND s.status = 'Active' AND s.password_hash IS NOT NULL AND held.permission = ANY($2)
   GROUP BY s.staff_code HAVING count(DISTINCT held.permission) = cardinality($2) ORDER BY 1`;

const HOLDERS = `
  SELECT s.name, s.email, array_agg(DISTINCT held.permission) AS permissions
    FROM staff s
    JOIN staff_role a ON a.institution_id = s.institution_id AND a.staff_id = s.id
    JOIN role r ON r.institution_id = a.institution_id AND r.id = a.role_id
   CROSS JOIN LATERAL unnest(r.permissions) AS held (permission)
   WHERE s.institution_id = $1 AND s.status = 'Active'
   GROUP BY s.staff_code, s.name, s.email HAVING bool_or(held.permission = $2) ORDER BY s.staff_code`;

/** An active member of staff who holds a permission. */
export interface PermissionHolder {
  name: string;
  email: string;
  /** All permissions of the member. */
  permissions: string[];
}

/** The rights that roles give to members of staff. */
@Injectable()
export class StaffPermissions {
  /** The permissions of roles together, in alphabetical order. @throws ROLE_NOT_FOUND (404) */
  async ofRoles(tx: Tx, institutionId: number, names: string[]): Promise<string[]> {
    const roles = await tx.findBy(Role, { institutionId, name: In(names) });
    const missing = names.find((name) => !roles.some((role) => role.name === name));
    if (missing !== undefined) throw institutionsErrors.ROLE_NOT_FOUND(`There is no role ${missing}.`);
    return [...new Set(roles.flatMap(({ permissions }) => permissions))].sort();
  }

  /** Those of the given permissions that a member of staff does not hold; none for an unknown member. */
  async lackedBy(tx: Tx, institutionId: number, staffID: string, permissions: string[]): Promise<string[]> {
    const member = await tx.findOneBy(Staff, { institutionId, staffID });
    if (!member) return [];
    const held = new Set(await permissionsOf(tx, member));
    return permissions.filter((permission) => !held.has(permission));
  }

  /** The active members who hold a permission, with all that they hold, in the order of their staff ids. */
  async holdersOf(tx: Tx, institutionId: number, permission: string): Promise<PermissionHolder[]> {
    return tx.query(HOLDERS, [institutionId, permission]);
  }

  async holds(tx: Tx, institutionId: number, staffID: string, roleName: string): Promise<boolean> {
    const [member, role] = [
      await tx.findOneBy(Staff, { institutionId, staffID }),
      await tx.findOneBy(Role, { institutionId, name: roleName }),
    ];
    return (
      member !== null && role !== null && tx.existsBy(StaffRole, { institutionId, staffId: member.id, roleId: role.id })
    );
  }

  /** The staff ids of the active members who can sign in and decide changes of staff and roles. */
  async deciders(tx: Tx, institutionId: number): Promise<string[]> {
    const rows: { staff_code: string }[] = await tx.query(DECIDERS, [institutionId, DECIDES_STAFF_CHANGES]);
    return rows.map(({ staff_code }) => staff_code);
  }

  /** True when a change takes the right to decide from somebody and leaves fewer than two who have it. */
  isShortOfDeciders(before: string[], after: string[]): boolean {
    return after.length < DECIDERS_MIN && after.length < before.length;
  }
}
