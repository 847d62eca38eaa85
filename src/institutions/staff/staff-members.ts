import { Injectable } from '@nestjs/common';
import { hashPassword } from '../../common/crypto/password-hash';
import { IdAllocator } from '../../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { searchName } from '../../common/text/search-name';
import { Clock } from '../../common/time/clock';
import { Branches } from '../branches/branches';
import { Institution } from '../institution.entity';
import { institutionsErrors } from '../institutions.errors';
import { passwordProblem } from './password-rules';
import { Roles } from './roles';
import { SignInFailure } from './sessions/sign-in-failure.entity';
import { StaffSessions } from './sessions/staff-sessions';
import { Staff } from './staff.entity';
import { StaffDirectory } from './staff-directory.entity';
import { StaffRole } from './staff-role.entity';

export interface NewStaffMember {
  institutionId: number;
  staffID: string;
  name: string;
  branchCode: string;
  email: string;
  /** Names of roles. */
  roles?: string[];
  /** Argon2id hash; without one the member cannot sign in. */
  passwordHash?: string;
}

/** The stored form of an e-mail address. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The staff of an institution, account officers included. */
@Injectable()
export class StaffMembers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly branches: Branches,
    private readonly roles: Roles,
    private readonly sessions: StaffSessions,
  ) {}

  /** @throws STAFF_NOT_FOUND (404) */
  async require(tx: Tx, institutionId: number, staffID: string): Promise<Staff> {
    const member = await tx.findOneBy(Staff, { institutionId, staffID });
    if (!member) throw institutionsErrors.STAFF_NOT_FOUND(`There is no member of staff ${staffID}.`);
    return member;
  }

  /** The member of staff who signs in with an e-mail address, of whatever institution. */
  async findByEmail(email: string): Promise<Staff | undefined> {
    const entry = await this.unitOfWork.routing((tx) => tx.findOneBy(StaffDirectory, { email: normaliseEmail(email) }));
    if (!entry) return undefined;
    const { institutionId, staffCode } = entry;
    const member = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(Staff, { institutionId, staffID: staffCode }),
    );
    return member ?? undefined;
  }

  /** An account officer for new records. @throws ACCOUNT_OFFICER_NOT_FOUND (404), ACCOUNT_OFFICER_INACTIVE (422) */
  async requireActive(tx: Tx, institutionId: number, staffID: string): Promise<Staff> {
    const member = await tx.findOneBy(Staff, { institutionId, staffID });
    if (!member) throw institutionsErrors.ACCOUNT_OFFICER_NOT_FOUND(`There is no account officer ${staffID}.`);
    if (member.status !== 'Active')
      throw institutionsErrors.ACCOUNT_OFFICER_INACTIVE(`The account officer ${staffID} is not active.`);
    return member;
  }

  /** @throws STAFF_ID_TAKEN, STAFF_EMAIL_TAKEN (409), BRANCH_NOT_FOUND, ROLE_NOT_FOUND (404), BRANCH_INACTIVE (422) */
  async create(
    tx: Tx,
    { institutionId, staffID, name, branchCode, email, roles = [], passwordHash }: NewStaffMember,
  ): Promise<Staff> {
    const branch = await this.branches.requireActive(tx, institutionId, branchCode);
    const now = this.clock.now();
    const member: Staff = {
      institutionId,
      id: await this.ids.next(),
      staffID,
      name,
      searchName: searchName(name),
      branchId: branch.id,
      email: normaliseEmail(email),
      status: 'Active',
      passwordHash: passwordHash ?? null,
      passwordChangedAt: passwordHash === undefined ? null : now,
      failedSignIns: 0,
      lastFailedSignInAt: null,
      lockedUntil: null,
      lastSignInAt: null,
      createdAt: now,
    };
    await refusingDuplicates(tx.insert(Staff, member), {
      uq_staff_staff_code: institutionsErrors.STAFF_ID_TAKEN,
      uq_staff_email: institutionsErrors.STAFF_EMAIL_TAKEN,
    });
    await this.claimEmail(tx, member);
    await this.assignRoles(tx, member, roles);
    return member;
  }

  /** Changes the e-mail address for sign-in. @throws STAFF_EMAIL_TAKEN (409) */
  async changeEmail(tx: Tx, member: Staff, newEmail: string): Promise<void> {
    const email = normaliseEmail(newEmail);
    if (email === member.email) return;
    await tx.delete(StaffDirectory, { email: member.email });
    await refusingDuplicates(tx.update(Staff, { institutionId: member.institutionId, id: member.id }, { email }), {
      uq_staff_email: institutionsErrors.STAFF_EMAIL_TAKEN,
    });
    await this.claimEmail(tx, { ...member, email });
  }

  /** Replaces all roles of the member. @throws ROLE_NOT_FOUND (404) */
  async assignRoles(tx: Tx, { institutionId, id }: Staff, names: string[]): Promise<void> {
    await tx.delete(StaffRole, { institutionId, staffId: id });
    for (const name of new Set(names)) {
      const role = await this.roles.require(tx, institutionId, name);
      await tx.insert(StaffRole, { institutionId, staffId: id, roleId: role.id });
    }
  }

  /**
   * Sets a password, ends all sessions and ends a sign-in lock.
   * @throws PASSWORD_REFUSED (422) for a password that is easily guessed
   */
  async setPassword(tx: Tx, member: Staff, password: string): Promise<void> {
    const { institutionId, id, email } = member;
    const { name: institutionName } = await tx.findOneByOrFail(Institution, { institutionId });
    const problem = passwordProblem(password, { email, institutionName });
    if (problem !== undefined)
      throw institutionsErrors.PASSWORD_REFUSED(`The password ${problem}; choose another one.`);
    const changes = { passwordHash: await hashPassword(password), passwordChangedAt: this.clock.now() };
    await tx.update(Staff, { institutionId, id }, changes);
    await this.sessions.endAll(tx, member, { reason: 'password-changed', by: null });
    await this.unlock(tx, member);
  }

  /** Ends all locks on the sign-in of a member. */
  async unlock(tx: Tx, { institutionId, id }: Staff): Promise<void> {
    await tx.update(Staff, { institutionId, id }, { failedSignIns: 0, lastFailedSignInAt: null, lockedUntil: null });
    await tx.delete(SignInFailure, { institutionId, staffId: id });
  }

  private async claimEmail(tx: Tx, { email, institutionId, staffID }: Staff): Promise<void> {
    await refusingDuplicates(tx.insert(StaffDirectory, { email, institutionId, staffCode: staffID }), {
      pk_staff_directory: institutionsErrors.STAFF_EMAIL_TAKEN,
    });
  }
}
