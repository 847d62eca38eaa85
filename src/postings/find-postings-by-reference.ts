import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { Posting, postingIdFrom } from '../ledger/engine/posting.entity';

/**
 * Every posting that a reference may mean: the posting with this `postingReferenceNumber`, and the postings whose
 * request carried it as business reference. References are unique only within a kind, so there may be several.
 * @param kinds kinds in which to look for the business reference; each costs one index probe.
 */
export async function findPostingsByReference(
  tx: Tx,
  institutionId: number,
  reference: string,
  kinds: readonly string[],
): Promise<Posting[]> {
  const id = postingIdFrom(reference);
  const numbered = id === undefined ? [] : await tx.findBy(Posting, { institutionId, id });
  const own = await tx.findBy(Posting, { institutionId, kind: In(kinds), reference });
  return [...numbered, ...own.filter((posting) => posting.id !== id)];
}

/**
 * Of the postings that a reference may mean, the one that has it as its number, if one has: a caller's reference may
 * look like the number of another posting, and the number must name one posting.
 */
export function numberedFirst(found: readonly Posting[], reference: string): Posting[] {
  const id = postingIdFrom(reference);
  const numbered = found.filter((posting) => posting.id === id);
  return numbered.length > 0 ? numbered : [...found];
}

/** The kinds in use, read through the index on (kind, reference): one probe for each kind, not one for each posting. */
export async function postingKinds(tx: Tx, institutionId: number): Promise<string[]> {
  const rows: { kind: string | null }[] = await tx.query(
    `WITH RECURSIVE used AS (
       (SELECT kind FROM posting WHERE institution_id = $1 ORDER BY kind LIMIT 1)
       UNION ALL
       SELECT (SELECT p.kind FROM posting p
                  WHERE p.institution_id = $1 AND p.kind > used.kind ORDER BY p.kind LIMIT 1)
         FROM used WHERE used.kind IS NOT NULL)
     SELECT kind FROM used WHERE kind IS NOT NULL`,
    [institutionId],
  );
  return rows.flatMap(({ kind }) => (kind === null ? [] : [kind]));
}
