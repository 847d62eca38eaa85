import type { KeyObject } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { keyedHash } from '../../common/crypto/digest';
import { Keyring } from '../../common/crypto/keyring';
import { verifyPassword } from '../../common/crypto/password-hash';
import type { StaffActor } from '../../common/http/actor';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
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
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly access: StaffAccess,
    private readonly audit: AuditLog,
    keyring: Keyring,
  ) {
    this.fingerprintKey = keyring.derive('secret-fingerprints');
  }

  async execute({ write, staff, body }: ChangeOwnPassword): Promise<Outcome> {
    const { institutionId, id: staffID } = staff;
    const source = `${institutionId}|${staffID}`;
    this.limiter.assertAllowed(source);
    // A claim stores an unkeyed digest of its payload, from which a password could be guessed.
    const payload = { password: keyedHash(this.fingerprintKey, body.newPassword) };
    const outcome = await this.writes.run(write, payload, async (tx) => {
      const member = await this.members.require(tx, institutionId, staffID);
      if (!(await verifyPassword(member.passwordHash ?? '', body.currentPassword))) {
        this.limiter.recordFailure(source);
        throw authErrors.CURRENT_PASSWORD_WRONG();
      }
      await this.members.setPassword(tx, member, body.newPassword);
      await this.audit.record(tx, write, { action: 'staff.change-password', subject: write.actor });
      return Outcome.done({ staffID });
    });
    this.access.forget(institutionId, staffID);
    return outcome;
  }
}
