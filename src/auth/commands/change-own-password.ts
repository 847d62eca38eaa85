import type { KeyObject } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { keyedHash } from '../../common/crypto/digest';
import { Keyring } from '../../common/crypto/keyring';
import { verifyPassword } from '../../common/crypto/password-hash';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { StaffSessions } from '../../institutions/staff/sessions/staff-sessions';
import { StaffAccess } from '../../institutions/staff/staff-access';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { AttemptLimiter } from '../attempt-limiter';
import { authErrors } from '../auth.errors';
import type { ChangePasswordBody } from '../session.dto';

const FAILURES_ALLOWED_PER_MINUTE = 5;

/** Changes the caller's own password and ends all sessions of the caller. */
export class ChangeOwnPassword extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly body: ChangePasswordBody,
  ) {
    super();
  }
}

@CommandHandler(ChangeOwnPassword)
export class ChangeOwnPasswordHandler implements ICommandHandler<ChangeOwnPassword> {
  private readonly limiter = new AttemptLimiter(FAILURES_ALLOWED_PER_MINUTE);
  private readonly fingerprintKey: KeyObject;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly access: StaffAccess,
    private readonly audit: AuditLog,
    keyring: Keyring,
  ) {
    this.fingerprintKey = keyring.derive('secret-fingerprints');
  }

  async execute({ write, staff, body }: ChangeOwnPassword): Promise<Outcome> {
    const { institutionId, id: staffID, sessionId } = staff;
    const source = `${institutionId}|${staffID}`;
    this.limiter.assertAllowed(source);
    if (!(await this.unitOfWork.run(institutionId, (tx) => this.isProven(tx, write, staff, body.currentPassword)))) {
      this.limiter.recordFailure(source);
      this.sessions.forget(institutionId, staffID, sessionId!);
      throw authErrors.CURRENT_PASSWORD_WRONG();
    }
    // A claim stores an unkeyed digest of its payload, from which a password could be guessed.
    const payload = { password: keyedHash(this.fingerprintKey, body.newPassword) };
    const outcome = await this.writes.run(write, payload, async (tx) => {
      // A password that was changed since the proof has ended the session.
      await this.sessions.lock(tx, institutionId, sessionId!);
      await this.members.setPassword(tx, await this.members.require(tx, institutionId, staffID), body.newPassword);
      await this.audit.record(tx, write, { action: 'staff.change-password', subject: write.actor });
      return Outcome.done({ staffID });
    });
    this.access.forget(institutionId, staffID);
    return outcome;
  }

  /**
   * Checks the current password as a proof of the session: with the fifth wrong one in a row the session ends, also in
   * parallel, so that a stolen token is no way to guess it.
   * @returns false for a wrong one, which is counted, so the transaction must be committed then too.
   */
  private async isProven(
    tx: Tx,
    write: WriteRequest,
    { institutionId, id: staffID, sessionId }: StaffActor,
    currentPassword: string,
  ): Promise<boolean> {
    const member = await this.members.require(tx, institutionId, staffID);
    const session = await this.sessions.lock(tx, institutionId, sessionId!);
    if (await verifyPassword(member.passwordHash ?? '', currentPassword)) return true;
    await this.sessions.recordWrongProof(tx, session);
    await this.audit.record(tx, write, { action: 'staff.change-password-refused', subject: write.actor });
    return false;
  }
}
