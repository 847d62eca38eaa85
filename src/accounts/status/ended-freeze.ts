import { AML_ACTOR } from './aml-freeze';
import { type FreezeChange, type FreezeHistory, openFreezes } from './open-freezes';
import { statusErrors } from './status.errors';

/** Who asks for the end of a freeze, and of which. */
export interface EndOfFreeze {
  /** `staff:ID` or `api-client:ID`. */
  actor: string;
  /** The id of the freeze; undefined where the request names none. */
  freezeID?: number;
}

/**
 * The freeze that a request ends: the named one, else the latest of whoever asks, else the latest by others, else that
 * with which the account came, else that of AML (docs/api/accounts.md#several-freezes). An order of a court is never
 * ended without its name.
 *
 * @param history of a frozen account
 * @returns null for the freeze with which an account came from another system, which has no id
 * @throws FREEZE_NOT_FOUND (404), FREEZE_NOT_NAMED (409)
 */
export function assertEndableFreeze<Change extends FreezeChange>(
  history: FreezeHistory<Change>,
  { actor, freezeID }: EndOfFreeze,
): Change | null {
  const { count, unended } = openFreezes(history);
  if (freezeID !== undefined) {
    const named = unended.find(({ id }) => id === freezeID);
    if (!named) throw statusErrors.FREEZE_NOT_FOUND();
    return named;
  }
  const unordered = unended.filter(({ orderedBy }) => orderedBy !== 'court');
  const own = unordered.find((freeze) => freeze.actor === actor);
  const ofOthers = unordered.find((freeze) => freeze.actor !== AML_ACTOR);
  const chosen = own ?? ofOthers;
  if (chosen) return chosen;
  if (count > unended.length) return null;
  const ofAml = unordered[0];
  if (!ofAml) throw statusErrors.FREEZE_NOT_NAMED();
  return ofAml;
}
