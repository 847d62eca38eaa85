import type { OidcSettings } from '../../common/config/oidc-settings';
import type { AssuranceLevel } from '../../institutions/staff/sessions/staff-session.entity';

/** The claims of an identity token whose signature, issuer, audience, nonce and age are right. */
export type OidcClaims = Readonly<Record<string, unknown>>;

/**
 * The address that the provider vouches for. Without `email_verified` anybody could have entered it there.
 * @returns undefined where it does not
 */
export function verifiedEmail({ email, email_verified: isVerified }: OidcClaims): string | undefined {
  return typeof email === 'string' && email.length <= 250 && isVerified === true ? email : undefined;
}

/** The assurance level of the provider's sign-in (docs/api/staff-sessions.md#single-sign-on). */
export function oidcAssurance(
  { amr, acr }: OidcClaims,
  { secondFactorAmr, secondFactorAcr }: Pick<OidcSettings, 'secondFactorAmr' | 'secondFactorAcr'>,
): AssuranceLevel {
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  const isProven =
    secondFactorAmr.some((method) => methods.includes(method)) ||
    (typeof acr === 'string' && secondFactorAcr.includes(acr));
  return isProven ? 'second-factor' : 'password';
}
