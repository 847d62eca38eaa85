import { keyedHash } from '../common/crypto/digest';
import type { Keyring } from '../common/crypto/keyring';
import { STAFF, type StaffPart } from './sandbox-plan';

export interface Credentials {
  clientId: string;
  clientSecret: string;
  staff: Record<StaffPart, { email: string; password: string }>;
  /** The secret that the recovery partner sends to the webhooks. */
  webhookSecret: string;
}

/**
 * The sandbox's secrets, derived from this installation's master key: every start prints the same ones, and no other
 * installation has them.
 */
export function sandboxCredentials(keyring: Keyring): Credentials {
  const key = keyring.derive('sandbox-credentials');
  const secret = (name: string): string => keyedHash(key, name);
  const parts = Object.keys(STAFF) as StaffPart[];
  return {
    clientId: 'sandbox-client',
    clientSecret: secret('client'),
    staff: Object.fromEntries(
      parts.map((part) => [part, { email: STAFF[part].email, password: secret(part).slice(0, 20) }]),
    ) as Credentials['staff'],
    webhookSecret: secret('recovery partner'),
  };
}
