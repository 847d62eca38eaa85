/** The effect of a database failure on its transaction. */
export type DatabaseFailure = 'unique-violation' | 'retryable' | 'data' | 'unavailable' | 'other';

/** SQLSTATE of a driver error, also through TypeORM's wrapper; undefined when the error is not the database's. */
function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, driverError } = error as { code?: unknown; driverError?: { code?: unknown } };
  const state = driverError?.code ?? code;
  return typeof state === 'string' ? state : undefined;
}

/** Citus names a constraint in the message only, with the number of the shard behind it. */
const CONSTRAINT_OF_SHARD = /constraint "(\w+?)(?:_\d{6,})?"/;

/** Name of the violated constraint or index, when the database reports one. */
export function violatedConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { constraint, message, driverError } = error as {
    constraint?: string;
    message?: string;
    driverError?: { constraint?: string };
  };
  return driverError?.constraint ?? constraint ?? CONSTRAINT_OF_SHARD.exec(message ?? '')?.[1];
}

const NETWORK_CODES = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const LOST_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|not queryable|Cannot use a pool after calling end|did not reach the synchronous standby|[Qq]uery runner (was )?already released/;

/** @returns true when the connection of a failure is unusable: statements sent on it would not be answered. */
export function losesConnection(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined && (/^(08|57P0[123])/.test(state) || NETWORK_CODES.has(state))) return true;
  return error instanceof Error && LOST_CONNECTION.test(error.message);
}

/** Sorts a failure by the reaction to it (`docs/ARCHITECTURE.md#database-access`). */
export function classifyDatabaseFailure(error: unknown): DatabaseFailure {
  const state = sqlState(error);
  if (state === '23505') return 'unique-violation';
  // Deadlock and serialization failures leave nothing behind; the same work may run again.
  if (state === '40P01' || state === '40001') return 'retryable';
  if (state !== undefined && /^(22|23)/.test(state)) return 'data';
  // Lost connections, shutdowns, resource limits, and our own statement and lock timeouts.
  if (state !== undefined && (/^(08|53|57|58)/.test(state) || state === '55P03' || NETWORK_CODES.has(state)))
    return 'unavailable';
  return losesConnection(error) ? 'unavailable' : 'other';
}
