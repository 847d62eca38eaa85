import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { Institution } from '../institution.entity';
import { institutionsErrors } from '../institutions.errors';
import { type IssuedCode, OneTimeCodes } from './one-time-codes';
import { Role } from './role.entity';
import { Staff } from './staff.entity';
import { StaffMembers } from './staff-members';
import { DECIDERS_MIN, DECIDES_STAFF_CHANGES, StaffPermissions } from './staff-rights';
import { StaffRole } from './staff-role.entity';

const RECOVERED_ROLE = 'Recovered administrators';

/** A recovered member of staff, and the code with which the member sets a password. */
export interface RecoveredStaff extends IssuedCode {
  staffID: string;
  /** The role that the member was given; undefined when the member could decide changes of staff already. */
  role: string | undefined;
}

/** An operator's request to make a member of staff able to decide changes of staff again. */
export interface RecoveryOrder {
  institutionId: number;
  /** Address with which the member signs in. */
  email: string;
  /** Name of the operating system's user, for the audit log. */
  operator: string;
  /** Given when the member has lost the second factor: removes it. @throws an error for a member without one */
  removeSecondFactor?: (tx: Tx, member: Staff) => Promise<void>;
}

/**
 * The way back for an institution in which nobody is left to approve changes of staff: an operator of the server makes
 * one member able to decide again (docs/security.md#runbooks). It refuses while two others can decide.
 */
@Injectable()
export class StaffRecovery {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly rights: StaffPermissions,
    private readonly codes: OneTimeCodes,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Reactivates and unlocks a member of staff, gives the member a role that decides changes of staff, and issues a
   * one-time code.
   * @throws STAFF_NOT_FOUND (404), RECOVERY_NOT_NEEDED (409)
   */
  async recover({ institutionId, email, operator, removeSecondFactor }: RecoveryOrder): Promise<RecoveredStaff> {
    const found = await this.members.findByEmail(email);
    if (found?.institutionId !== institutionId)
      throw institutionsErrors.STAFF_NOT_FOUND(
        `There is no member of staff with the address ${email} in the institution ${institutionId}.`,
      );
    return this.unitOfWork.run(institutionId, async (tx) => {
      await tx.findOneOrFail(Institution, { where: { institutionId }, lock: { mode: 'for_no_key_update' } });
      await this.assertNeeded(tx, institutionId, found.staffID);
      const member = await this.members.require(tx, institutionId, found.staffID);
      const awake = { status: 'Active' as const, failedSignIns: 0, lockedUntil: null };
      await tx.update(Staff, { institutionId, id: member.id }, awake);
      const role = await this.giveRole(tx, member);
      await removeSecondFactor?.(tx, member);
      const issued = await this.codes.issue(tx, member, 'operator-recovery');
      const author = { institutionId, actor: 'operator:recover' };
      const lost = removeSecondFactor ? { secondFactor: 'removed' } : {};
      const details = { operator, before: { status: member.status }, after: { status: 'Active' }, role, ...lost };
      await this.audit.record(tx, author, { action: 'staff.recover', subject: `staff:${member.staffID}`, details });
      return { staffID: member.staffID, role, ...issued };
    });
  }

  /**
   * Whoever needs a recovery cannot decide, although the records do not show a forgotten password or a lost telephone.
   * The others help where they are two: one asks and the other approves.
   */
  private async assertNeeded(tx: Tx, institutionId: number, recovered: string): Promise<void> {
    const deciders = (await this.rights.deciders(tx, institutionId)).filter((staffID) => staffID !== recovered);
    if (deciders.length < DECIDERS_MIN) return;
    const now = this.clock.now();
    const members = await tx.findBy(Staff, { institutionId, staffID: In(deciders) });
    if (members.every(({ lockedUntil }) => lockedUntil !== null && lockedUntil > now)) return;
    throw institutionsErrors.RECOVERY_NOT_NEEDED();
  }

  /** @returns the name of the role that was added */
  private async giveRole(tx: Tx, { institutionId, id, staffID }: Staff): Promise<string | undefined> {
    if ((await this.rights.lackedBy(tx, institutionId, staffID, DECIDES_STAFF_CHANGES)).length === 0) return undefined;
    const roles = await tx.find(Role, { where: { institutionId }, order: { id: 'ASC' } });
    const deciding = roles.find(({ permissions }) =>
      DECIDES_STAFF_CHANGES.every((permission) => permissions.includes(permission)),
    );
    const role = deciding ?? (await this.newRole(tx, institutionId));
    await tx.insert(StaffRole, { institutionId, staffId: id, roleId: role.id });
    return role.name;
  }

  private async newRole(tx: Tx, institutionId: number): Promise<Role> {
    const role: Role = {
      institutionId,
      id: await this.ids.next(),
      name: RECOVERED_ROLE,
      description: 'Made by an operator because nobody could decide changes of staff',
      permissions: [...DECIDES_STAFF_CHANGES, 'view-staff'].sort(),
      createdAt: this.clock.now(),
    };
    await tx.upsert(Role, role, ['institutionId', 'name']);
    return tx.findOneByOrFail(Role, { institutionId, name: RECOVERED_ROLE });
  }
}
