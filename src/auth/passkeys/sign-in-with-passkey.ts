import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';
import { Staff } from '../../institutions/staff/staff.entity';
import { authErrors } from '../auth.errors';
import { ConsoleSessionViews } from '../console/console-session-views';
import { ConsoleTokens } from '../console/console-tokens';
import type { BegunConsoleSession } from '../console/sign-in-to-console';
import { SessionBeginnings } from '../session-beginnings';
import type { SignInOrigin } from '../sign-in-origin';
import { type ChallengeTarget, PasskeyChallenges } from './passkey-challenges';
import { Passkeys } from './passkeys';
import type { UsedCredentialBody } from './passkeys.dto';
import { readUserHandle, signedChallenge } from './relying-party';

/** Signs a member of staff in to the console with a passkey, which is both factors in one (docs/api/passkeys.md). */
export class SignInWithPasskey extends Command<BegunConsoleSession> {
  constructor(
    readonly credential: UsedCredentialBody,
    readonly origin: SignInOrigin,
  ) {
    super();
  }
}

@CommandHandler(SignInWithPasskey)
export class SignInWithPasskeyHandler implements ICommandHandler<SignInWithPasskey> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
    private readonly beginnings: SessionBeginnings,
    private readonly tokens: ConsoleTokens,
    private readonly views: ConsoleSessionViews,
    private readonly audit: AuditLog,
  ) {}

  /** An unknown key, a wrong signature, a used challenge and an inactive member get the same answer. */
  async execute({ credential, origin }: SignInWithPasskey): Promise<BegunConsoleSession> {
    const challenge = signedChallenge(credential.response.clientDataJSON);
    const target = challenge === undefined ? undefined : await this.challenges.take(challenge, 'sign-in');
    const named = target && memberNamed(target, credential.response.userHandle);
    if (challenge === undefined || !named) throw authErrors.PASSKEY_REFUSED();
    const { institutionId } = named;
    const begun = await this.unitOfWork.run(institutionId, (tx) =>
      this.begin(tx, named, credential, challenge, origin),
    );
    if (!begun) throw authErrors.PASSKEY_REFUSED();
    const cookie = await this.tokens.cookieOf(begun.member, begun.session);
    const view = await this.unitOfWork.read(institutionId, (tx) => this.views.of(tx, begun.member, begun.session));
    return { cookie, view };
  }

  /** @returns undefined for a refusal, which is recorded, so the transaction must be committed then too */
  private async begin(
    tx: Tx,
    { institutionId, staffId }: { institutionId: number; staffId: number },
    credential: UsedCredentialBody,
    challenge: string,
    origin: SignInOrigin,
  ): Promise<{ member: Staff; session: StaffSession } | undefined> {
    const member = await tx.findOne(Staff, {
      where: { institutionId, id: staffId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!member) return undefined;
    const isRight = await this.passkeys.use(tx, member, { credential, challenge });
    if (isRight && member.status === 'Active')
      return { member, session: await this.beginnings.begin(tx, member, 'second-factor', origin, 'console') };
    const actor = `staff:${member.staffID}`;
    await this.audit.record(
      tx,
      { institutionId, actor, correlationId: origin.correlationId, address: origin.source },
      {
        action: 'staff.sign-in-refused',
        subject: actor,
        details: { reason: isRight ? 'not-active' : 'wrong-passkey' },
      },
    );
    return undefined;
  }
}

/** The member whom the device or the asked address names; undefined where they contradict each other. */
function memberNamed(
  { institutionId, staffId }: ChallengeTarget,
  handle: string | undefined,
): { institutionId: number; staffId: number } | undefined {
  const asked = institutionId !== null && staffId !== null ? { institutionId, staffId } : undefined;
  if (handle === undefined) return asked;
  const named = readUserHandle(handle);
  const isAnother = asked && (asked.institutionId !== named?.institutionId || asked.staffId !== named.staffId);
  return isAnother ? undefined : named;
}
