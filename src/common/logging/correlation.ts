import { randomUUID } from 'node:crypto';

const ACCEPTED = /^[A-Za-z0-9._:-]{1,100}$/;

/**
 * The caller's `X-Correlation-Id` when it is usable, else a new one. It is passed on explicitly, as `request.id` and in
 * the `WriteRequest`, because AsyncLocalStorage adds a hook to every promise of the process on Node 20
 * (`docs/adr/0011-no-async-local-storage.md`).
 */
export function correlationIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : randomUUID();
}
