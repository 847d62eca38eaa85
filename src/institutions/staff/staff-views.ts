import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { versionOf } from '../../common/http/versions';
import { Branch } from '../branches/branch.entity';
import { Role } from './role.entity';
import type { StaffView } from './staff.dto';
import type { Staff } from './staff.entity';
import { StaffRole } from './staff-role.entity';

async function rolesByMember(tx: Tx, institutionId: number, members: Staff[]): Promise<Map<number, string[]>> {
  const assignments = await tx.findBy(StaffRole, { institutionId, staffId: In(members.map(({ id }) => id)) });
  const roles = await tx.findBy(Role, { institutionId, id: In(assignments.map(({ roleId }) => roleId)) });
  const names = new Map(roles.map(({ id, name }) => [id, name]));
  const byMember = new Map<number, string[]>();
  for (const { staffId, roleId } of assignments)
    byMember.set(staffId, [...(byMember.get(staffId) ?? []), names.get(roleId) ?? '']);
  return byMember;
}

/** The views of members of staff, with branches and roles. */
export async function staffViews(tx: Tx, institutionId: number, members: Staff[]): Promise<StaffView[]> {
  const branches = await tx.findBy(Branch, { institutionId, id: In(members.map(({ branchId }) => branchId)) });
  const branchById = new Map(branches.map((branch) => [branch.id, branch]));
  const roles = await rolesByMember(tx, institutionId, members);
  return members.map(({ id, staffID, name, email, branchId, status, passwordHash, lockedUntil, lastSignInAt }) => {
    const branchCode = branchById.get(branchId)?.branchCode ?? '';
    return {
      id,
      staffID,
      name,
      email,
      branchCode,
      branchName: branchById.get(branchId)?.branchName ?? '',
      status,
      roles: (roles.get(id) ?? []).sort(),
      canSignIn: passwordHash !== null,
      lockedUntil,
      lastSignInAt,
      version: versionOf({ name, branchCode, email, status }),
      rolesVersion: rolesVersionOf(roles.get(id) ?? []),
    };
  });
}

/** The version of the roles of a member, whatever their order. */
function rolesVersionOf(roles: readonly string[]): string {
  return versionOf({ roles: [...roles].sort() });
}
