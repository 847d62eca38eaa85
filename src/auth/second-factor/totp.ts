import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the values that every authenticator app knows: SHA-1, 6 digits, 30 seconds. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The length of the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Steps of 30 seconds by which the clocks may differ. */
const WINDOW_STEPS = 1;

const CODE = /^\d{6}$/;

/** A new secret, in base 32 as authenticator apps take it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The `otpauth` address of a secret, which apps read from a QR code. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...PARAMETERS, issuer, label, secret }).toString();
}

/**
 * The time step of a code, one step earlier or later allowed.
 *
 * @param lastUsedStep the step of the last accepted code, which does not count again, nor do earlier ones.
 * @returns undefined for a wrong, an expired or a used code.
 */
export function acceptedStep(secret: string, code: string, lastUsedStep: number, now: Date): number | undefined {
  if (!CODE.test(code)) return undefined;
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW_STEPS });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp: now.getTime() }) + delta;
  return step > lastUsedStep ? step : undefined;
}
