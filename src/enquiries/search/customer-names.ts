import type { Tx } from '../../common/database/unit-of-work';
import { prefixRange } from '../../common/text/search-name';
import type { NamedCustomers } from './search-source';
import type { SearchText } from './search-text';

/** The rarest word decides which names are compared; beyond so many, the rest of them is not looked at. */
export const COMPARED_NAMES_MAX = 5_000;

interface WordRange {
  from: string;
  to: string;
}

/**
 * Customers whose name begins with the query, then those with a word for each word of the query, in any order
 * (docs/api/enquiries.md#search). Both are ranges of an index; of several words the rarest is read and the others are
 * looked up in the customer's own words.
 */
export async function findCustomersByName(
  tx: Tx,
  institutionId: number,
  { name, words }: SearchText,
  limit: number,
): Promise<NamedCustomers> {
  if (name === undefined || name === '') return { ids: [], isComplete: true };
  const { from, to } = prefixRange(name);
  const whole = await tx.query<{ id: string }[]>(
    `SELECT c.id FROM customer c
      WHERE c.institution_id = $1 AND c.search_name ~>=~ $2 AND c.search_name ~<~ $3
      ORDER BY c.search_name USING ~<~, c.id LIMIT ${limit}`,
    [institutionId, from, to],
  );
  const ids = whole.map(({ id }) => Number(id));
  if (ids.length === limit || words.length === 0) return { ids, isComplete: true };
  const rest = await findByWords(
    tx,
    institutionId,
    words.map((word) => prefixRange(word)),
    limit,
  );
  return { ids: [...new Set([...ids, ...rest.ids])].slice(0, limit), isComplete: rest.isComplete };
}

async function findByWords(tx: Tx, institutionId: number, words: WordRange[], limit: number): Promise<NamedCustomers> {
  const counted: (WordRange & { count: number })[] = [];
  for (const word of words) counted.push({ ...word, count: await countNames(tx, institutionId, word) });
  const [rarest, ...others] = counted.sort((a, b) => a.count - b.count);
  if (rarest === undefined || rarest.count === 0) return { ids: [], isComplete: true };
  const values: unknown[] = [institutionId, rarest.from, rarest.to];
  // Each name is looked up by the customer alone: OFFSET and the expression keep the planner from reading every name
  // that has the other word too.
  const conditions = others.map(
    ({ from, to }) => `EXISTS (SELECT 1 FROM customer_word o
       WHERE o.institution_id = $1 AND o.customer_id = w.customer_id
         AND (o.word || '') ~>=~ $${values.push(from)} AND (o.word || '') ~<~ $${values.push(to)} OFFSET 0)`,
  );
  // A name may have two words that begin alike, so a customer may come twice.
  const rows = await tx.query<{ id: string }[]>(
    `SELECT w.customer_id AS id
       FROM (SELECT customer_id FROM customer_word
              WHERE institution_id = $1 AND word ~>=~ $2 AND word ~<~ $3
              ORDER BY word USING ~<~, customer_id LIMIT ${COMPARED_NAMES_MAX}) w
      ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''} LIMIT ${2 * limit}`,
    values,
  );
  const ids = [...new Set(rows.map(({ id }) => Number(id)))];
  return { ids, isComplete: rarest.count <= COMPARED_NAMES_MAX || rows.length === 2 * limit };
}

async function countNames(tx: Tx, institutionId: number, { from, to }: WordRange): Promise<number> {
  const [row] = await tx.query<{ count: string }[]>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM customer_word
        WHERE institution_id = $1 AND word ~>=~ $2 AND word ~<~ $3 LIMIT ${COMPARED_NAMES_MAX + 1}) names`,
    [institutionId, from, to],
  );
  return Number(row?.count);
}
