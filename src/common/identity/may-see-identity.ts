import type { Actor } from '../http/actor';

/**
 * True for a caller whose answers have whole identity numbers: an API client with the scope `customers:identity`. All
 * other callers get them masked (docs/api/personal-data.md#who-sees-them).
 */
export function maySeeIdentity(actor: Actor): boolean {
  return actor.kind === 'api-client' && actor.scopes.has('customers:identity');
}
