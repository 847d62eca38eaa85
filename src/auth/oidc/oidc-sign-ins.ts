import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../common/audit/audit-log';
import { randomToken } from '../../common/crypto/digest';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { attemptSource } from '../../common/http/client-address';
import type { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';
import { Staff } from '../../institutions/staff/staff.entity';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { authErrors } from '../auth.errors';
import { ConsoleTokens } from '../console/console-tokens';
import { ANYBODY, PasskeyChallenges } from '../passkeys/passkey-challenges';
import { SessionBeginnings } from '../session-beginnings';
import type { SignInOrigin } from '../sign-in-origin';
import { UnknownSignIns } from '../unknown-sign-ins';
import { type BegunOidc, consolePath, nonceOf, verifierOf } from './oidc-cookie';
import { oidcAssurance, type OidcClaims, verifiedEmail } from './oidc-identity';
import { type OidcBinding, OidcProvider } from './oidc-provider';

const SECRET_BYTES = 32;

/** A sign-in on its way to the provider. */
export interface OidcStart {
  begun: BegunOidc;
  /** The provider's page. */
  address: string;
}

/** Sign-ins to the console through the institution's provider (docs/api/staff-sessions.md#single-sign-on). */
@Injectable()
export class OidcSignIns {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly provider: OidcProvider,
    private readonly states: PasskeyChallenges,
    private readonly members: StaffMembers,
    private readonly beginnings: SessionBeginnings,
    private readonly tokens: ConsoleTokens,
    private readonly unknownSignIns: UnknownSignIns,
    private readonly audit: AuditLog,
  ) {}

  /** @throws OIDC_NOT_CONFIGURED (404), OIDC_NOT_REACHABLE (503) */
  async start(next: string | undefined): Promise<OidcStart> {
    // Nothing is stored for a provider that is away.
    void this.provider.settings;
    const secret = randomToken(SECRET_BYTES);
    const begun = { state: await this.states.issue('oidc', ANYBODY), secret, next: consolePath(next) };
    return { begun, address: await this.provider.signInAddress(bindingOf(begun)) };
  }

  /**
   * Signs in whom the provider names, if that is an active member of staff of the institution that uses it. Whatever
   * the answer is worth, its state is used up.
   * @returns the value of `Set-Cookie` of the session.
   * @throws OIDC_REFUSED (401), OIDC_NOT_CONFIGURED (404), OIDC_NOT_REACHABLE (503)
   */
  async finish(begun: BegunOidc | undefined, query: string, origin: SignInOrigin): Promise<string> {
    void this.provider.settings;
    const state = new URLSearchParams(query).get('state');
    if (!begun) throw authErrors.OIDC_REFUSED();
    if (state !== begun.state || !(await this.states.take(begun.state, 'oidc'))) throw authErrors.OIDC_REFUSED();
    const claims = await this.provider.claimsOf(query, bindingOf(begun));
    const signedIn = await this.signIn(claims, origin);
    if (!signedIn) throw authErrors.OIDC_REFUSED();
    return this.tokens.cookieOf(signedIn.member, signedIn.session);
  }

  /** An unknown address, an inactive member and one of another institution get the same answer. */
  private async signIn(
    claims: OidcClaims,
    origin: SignInOrigin,
  ): Promise<{ member: Staff; session: StaffSession } | undefined> {
    const email = verifiedEmail(claims);
    const found = email === undefined ? null : await this.members.findByEmail(email);
    if (!found) {
      this.unknownSignIns.record(attemptSource(origin.source));
      return undefined;
    }
    const { institutionId, id } = found;
    return this.unitOfWork.run(institutionId, async (tx) => {
      const member = await tx.findOneOrFail(Staff, {
        where: { institutionId, id },
        lock: { mode: 'pessimistic_write' },
      });
      const reason =
        institutionId !== this.provider.settings.institutionId
          ? 'provider-of-another-institution'
          : member.status === 'Active'
            ? undefined
            : 'not-active';
      if (reason !== undefined) return this.refuse(tx, member, reason, origin);
      const assurance = oidcAssurance(claims, this.provider.settings);
      return { member, session: await this.beginnings.begin(tx, member, assurance, origin, 'console') };
    });
  }

  /** The refusal is recorded, so its transaction is committed. */
  private async refuse(
    tx: Tx,
    { institutionId, staffID }: Staff,
    reason: string,
    { source, correlationId }: SignInOrigin,
  ): Promise<undefined> {
    const actor = `staff:${staffID}`;
    await this.audit.record(
      tx,
      { institutionId, actor, correlationId, address: source },
      { action: 'staff.sign-in-refused', subject: actor, details: { reason, by: 'single-sign-on' } },
    );
    return undefined;
  }
}

function bindingOf({ state, secret }: BegunOidc): OidcBinding {
  return { state, nonce: nonceOf(secret), verifier: verifierOf(secret) };
}
