import type { FastifyRequest } from 'fastify';
import { commonErrors } from '../errors/common.errors';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@Endpoint`: the route decides a dry run without writing. */
    dryRun?: boolean;
  }
}

export const DRY_RUN_HEADER = 'dry-run';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True for a request that asks for a decision without its effects. @throws VALIDATION_FAILED (400) */
export function isDryRun({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const value = headers[DRY_RUN_HEADER];
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  const message = 'must be true or false, and be sent once';
  throw commonErrors.VALIDATION_FAILED(`The header ${DRY_RUN_HEADER} ${message}.`, {
    errors: [{ field: DRY_RUN_HEADER, message }],
  });
}

/**
 * Refuses a dry run of a write that does not declare that it can decide one, so that no caller moves money by believing
 * that it would not.
 * @throws VALIDATION_FAILED, DRY_RUN_NOT_SUPPORTED (400)
 */
export function assertDryRunPossible({
  headers,
  method,
  routeOptions: { config },
}: Pick<FastifyRequest, 'headers' | 'method' | 'routeOptions'>): void {
  if (READS.has(method)) return;
  if (isDryRun({ headers }) && config.dryRun !== true) throw commonErrors.DRY_RUN_NOT_SUPPORTED();
}
