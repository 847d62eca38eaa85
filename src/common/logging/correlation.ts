import { randomUUID } from 'node:crypto';

const ACCEPTED = /^[A-Za-z0-9._:-]{1,100}$/;

/**
 * The caller's `X-Correlation-Id` when it is usable, else a new one. It is handed on explicitly, as `request.id` and in
 * the `WriteRequest`: AsyncLocalStorage would cost every promise of the process a hook on Node 20 (ADR 11).
 */
export function correlationIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : randomUUID();
}
