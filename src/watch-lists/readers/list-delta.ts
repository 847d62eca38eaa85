import { createHash } from 'node:crypto';
import type { ListedParty } from './listed-party';

/** What changed from one version of a list to the next, by the list's own numbers. */
export interface ListDelta {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** A digest of all that a list says of a party, in hexadecimal digits. */
export const partyDigest = (party: ListedParty): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        party.type,
        party.name,
        party.aliases,
        party.birthDates,
        party.countries,
        party.gender,
        party.bvn,
        party.nin,
        party.programme,
      ]),
    )
    .digest('hex');

/** Compares the present parties (digest by number) with those of a new file. */
export function deltaOf(present: ReadonlyMap<string, string>, next: ReadonlyMap<string, string>): ListDelta {
  const added: string[] = [];
  const changed: string[] = [];
  for (const [reference, digest] of next) {
    const before = present.get(reference);
    if (before === undefined) added.push(reference);
    else if (before !== digest) changed.push(reference);
  }
  return { added, changed, removed: [...present.keys()].filter((reference) => !next.has(reference)) };
}

/** A list that loses more than a tenth of its parties needs a second person's word. */
export const LOSS_MAX_PERCENT = 10;

/** Whether a version loses so much that a truncated or wrong file is likely. */
export const isGreatLoss = (presentCount: number, removedCount: number): boolean =>
  removedCount * 100 > presentCount * LOSS_MAX_PERCENT;
