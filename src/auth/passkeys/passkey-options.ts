import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { Institution } from '../../institutions/institution.entity';
import { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';
import { normaliseEmail, StaffMembers } from '../../institutions/staff/staff-members';
import { FactorProof } from '../second-factor/factor-proof';
import { ANYBODY, type ChallengeTarget, PasskeyChallenges } from './passkey-challenges';
import { Passkeys } from './passkeys';
import type { PasskeyCreationView, PasskeyRequestView } from './passkeys.dto';

/** The options that pages pass to browsers to make and to use passkeys, each with a new challenge. */
@Injectable()
export class PasskeyOptions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
    private readonly proof: FactorProof,
  ) {}

  /** To make a key. @throws STEP_UP_REQUIRED (403), CONSOLE_NOT_CONFIGURED (503) */
  async toAdd(staff: StaffActor): Promise<PasskeyCreationView> {
    const { institutionId, id, sessionId } = staff;
    // Said before the device makes a key that would be refused.
    await this.unitOfWork.read(institutionId, async (tx) => {
      const session = await tx.findOneByOrFail(StaffSession, { institutionId, id: sessionId! });
      await this.proof.assert(tx, await this.members.require(tx, institutionId, id), session);
    });
    const challenge = await this.challenges.issue('register', await this.targetOf(staff));
    return this.unitOfWork.read(institutionId, async (tx) => {
      const member = await this.members.require(tx, institutionId, id);
      const { name } = await tx.findOneByOrFail(Institution, { institutionId });
      return this.passkeys.creationOptions(tx, member, name, challenge);
    });
  }

  /** To prove oneself in a session. @throws CONSOLE_NOT_CONFIGURED (503) */
  async toStepUp(staff: StaffActor): Promise<PasskeyRequestView> {
    const { institutionId, id } = staff;
    const challenge = await this.challenges.issue('step-up', await this.targetOf(staff));
    const keys = await this.unitOfWork.read(institutionId, async (tx) =>
      this.passkeys.keysOf(tx, await this.members.require(tx, institutionId, id)),
    );
    return this.passkeys.requestOptions(challenge, keys);
  }

  /**
   * To sign in. An address without passkeys is answered like one with a passkey, so that nobody learns who has one.
   * @throws CONSOLE_NOT_CONFIGURED (503)
   */
  async toSignIn(email: string | null | undefined): Promise<PasskeyRequestView> {
    if (!email) return this.passkeys.requestOptions(await this.challenges.issue('sign-in', ANYBODY), []);
    const member = await this.members.findByEmail(email);
    const keys = member
      ? await this.unitOfWork.read(member.institutionId, (tx) => this.passkeys.keysOf(tx, member))
      : [];
    const target =
      member && keys.length > 0
        ? { institutionId: member.institutionId, staffId: member.id, sessionId: null }
        : ANYBODY;
    const challenge = await this.challenges.issue('sign-in', target);
    const offered = keys.length > 0 ? keys : [this.passkeys.decoy(normaliseEmail(email))];
    return this.passkeys.requestOptions(challenge, offered);
  }

  private async targetOf({ institutionId, id, sessionId = 0 }: StaffActor): Promise<ChallengeTarget> {
    const member = await this.unitOfWork.read(institutionId, (tx) => this.members.require(tx, institutionId, id));
    return { institutionId, staffId: member.id, sessionId };
  }
}
