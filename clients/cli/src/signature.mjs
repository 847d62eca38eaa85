import { createHmac, randomBytes } from 'node:crypto';

/** A secret as the service makes them. */
export function newSecret() {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The headers of Standard Webhooks for a body. */
export function signedHeaders(secret, id, body, at = new Date()) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
