import type { KeyObject } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { keyedHash } from '../../../common/crypto/digest';
import { Keyring } from '../../../common/crypto/keyring';
import type { StaffActor } from '../../../common/http/actor';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { StaffSessions } from '../../../institutions/staff/sessions/staff-sessions';
import { StaffMembers } from '../../../institutions/staff/staff-members';
import { FactorProof } from '../factor-proof';
import type { ConfirmSecondFactorBody } from '../second-factor.dto';
import { SecondFactors } from '../second-factors';

/** Activates the caller's second factor with the first code and returns the recovery codes once. */
export class ConfirmSecondFactor extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly body: ConfirmSecondFactorBody,
  ) {
    super();
  }
}

@CommandHandler(ConfirmSecondFactor)
export class ConfirmSecondFactorHandler implements ICommandHandler<ConfirmSecondFactor> {
  private readonly fingerprintKey: KeyObject;

  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly secondFactors: SecondFactors,
    private readonly proof: FactorProof,
    private readonly audit: AuditLog,
    keyring: Keyring,
  ) {
    this.fingerprintKey = keyring.derive('secret-fingerprints');
  }

  async execute({ write, staff, body: { code } }: ConfirmSecondFactor): Promise<Outcome> {
    const { institutionId, id: staffID, sessionId } = staff;
    const outcome = await this.writes.run(write, { code: keyedHash(this.fingerprintKey, code) }, async (tx) => {
      const member = await this.members.require(tx, institutionId, staffID);
      const session = await this.sessions.lock(tx, institutionId, sessionId!);
      await this.proof.assert(tx, member, session);
      const recoveryCodes = await this.secondFactors.confirm(tx, member, code);
      // Whoever signed in elsewhere by the password alone must show the new factor before a step-up counts again.
      await this.sessions.demandProof(tx, member);
      await this.sessions.stepUp(tx, session, 'second-factor');
      await this.audit.record(tx, write, { action: 'staff.confirm-second-factor', subject: write.actor });
      return Outcome.done({ recoveryCodes }, 'Successful', { confidential: true });
    });
    this.sessions.forgetMember(institutionId, staffID);
    return outcome;
  }
}
