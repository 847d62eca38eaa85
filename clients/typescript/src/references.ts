import { randomUUID } from 'node:crypto';

/** A `request-reference` that no other request has. Keep it with the payment before the payment is sent. */
export function newReference(prefix = 'REF'): string {
  return `${prefix}-${randomUUID()}`;
}
