import type { KeyObject } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { keyedHash, randomToken } from '../../../common/crypto/digest';
import { Keyring } from '../../../common/crypto/keyring';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { assertNotOwnRecord } from '../own-record';
import type { SetStaffPasswordBody, StaffPasswordView } from '../staff.dto';
import { StaffAccess } from '../staff-access';
import { StaffMembers } from '../staff-members';

const GENERATED_PASSWORD_BYTES = 15;

/** Sets the password of another member of staff, and ends a sign-in lock and the member's sessions. */
export class SetStaffPassword extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staffID: string,
    readonly body: SetStaffPasswordBody,
  ) {
    super();
  }
}

@CommandHandler(SetStaffPassword)
export class SetStaffPasswordHandler implements ICommandHandler<SetStaffPassword> {
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

  async execute({ write, staffID, body }: SetStaffPassword): Promise<Outcome> {
    const { institutionId, actor } = write;
    assertNotOwnRecord(actor, staffID);
    const outcome = await this.writes.run(write, this.fingerprinted(staffID, body), async (tx) => {
      const member = await this.members.require(tx, institutionId, staffID);
      const password = body.password ?? randomToken(GENERATED_PASSWORD_BYTES);
      await this.members.setPassword(tx, member, password);
      await this.audit.record(tx, write, { action: 'staff.set-password', subject: `staff:${staffID}` });
      const view: StaffPasswordView = { staffID, ...(password === body.password ? {} : { password }) };
      return Outcome.done(view, 'Successful', { confidential: true });
    });
    this.access.forget(institutionId, staffID);
    return outcome;
  }

  /** A claim stores an unkeyed digest of its payload, from which a password could be guessed. */
  private fingerprinted(staffID: string, { password }: SetStaffPasswordBody): object {
    return { staffID, password: password ? keyedHash(this.fingerprintKey, password) : undefined };
  }
}
