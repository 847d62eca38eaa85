import { createHash } from 'node:crypto';
import { commonErrors } from '../errors/common.errors';
import { canonicalJson } from '../idempotency/canonical-json';
import type { WriteRequest } from './write-request';

const VERSION_LENGTH = 16;

/**
 * The version of a record: the beginning of a hash of the facts that callers change. It is the same as long as they
 * are, whoever writes them (docs/api/conventions.md#versions).
 */
export function versionOf(facts: object): string {
  return createHash('sha256').update(canonicalJson(facts)).digest('hex').slice(0, VERSION_LENGTH);
}

/**
 * Asserts that the caller changes the record that it read. Call it under the lock of the record; without `If-Match` it
 * asserts nothing.
 * @param version the present one
 * @throws CHANGED_MEANWHILE (409) with the present version
 */
export function assertVersion({ ifMatch }: Pick<WriteRequest, 'ifMatch'>, version: string): void {
  if (ifMatch === undefined || ifMatch === version) return;
  throw commonErrors.CHANGED_MEANWHILE(undefined, { version });
}
