import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

const ACCEPTED = /^[A-Za-z0-9._:-]{1,100}$/;

/** The caller's `X-Correlation-Id` when it is usable, else a new one. */
export function correlationIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : randomUUID();
}

/** Runs `work` so that every log line it writes carries the id. */
export function withCorrelation<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

export function currentCorrelationId(): string | undefined {
  return current.getStore();
}
