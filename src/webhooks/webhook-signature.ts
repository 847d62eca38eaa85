import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** What is signed: the id of the event, the time of the attempt in whole seconds, and the bytes of the body as sent. */
export interface SignedContent {
  id: string;
  timestampSec: number;
  body: string;
}

/**
 * The value of the header `webhook-signature` (Standard Webhooks 1.0.0): one `v1` signature for each secret, separated
 * by spaces, so that a receiver that knows either secret can verify.
 *
 * @param secrets `whsec_` and bytes in base64.
 */
export function webhookSignature(secrets: readonly string[], { id, timestampSec, body }: SignedContent): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampSec}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
