import { type Tx, withoutTimeLimit } from '../common/database/unit-of-work';

/**
 * What one file's lines say about each other and about the books, each rule as one statement. Rules run in their order
 * and never overwrite a reason. `$1` is the institution, `$2` the import.
 */
const STAGED = 'r.institution_id = $1 AND r.import_id = $2 AND r.refusal IS NULL';

const twice = (file: string, expression: string, text: string): string => `
  UPDATE import_row r SET refusal = ${text}
    FROM (SELECT ${expression} AS value, min(line) AS line FROM import_row
           WHERE institution_id = $1 AND import_id = $2 AND file = '${file}' AND ${expression} IS NOT NULL
           GROUP BY 1 HAVING count(*) > 1) first
   WHERE ${STAGED} AND r.file = '${file}' AND ${expression.replaceAll(/\b(key|content)\b/g, 'r.$1')} = first.value
     AND r.line <> first.line`;

const customerColumn = (column: string): string => `content #>> '{rows,0,values,${column}}'`;

/** A line whose owner is refused has no owner either. */
const ownerFrom = (file: string, ownerFile: string): string => `
  UPDATE import_row r SET owner_id = owner.target_id FROM import_row owner
   WHERE ${STAGED} AND r.file = '${file}' AND owner.institution_id = $1 AND owner.import_id = $2
     AND owner.file = '${ownerFile}' AND owner.key = r.owner_key AND owner.refusal IS NULL`;

const RULES: readonly string[] = [
  twice('customers', 'key', `'customer_number ' || r.key || ' stands in line ' || first.line || ' already.'`),
  twice('customers', customerColumn('bvn_index'), `'The BVN stands in line ' || first.line || ' already.'`),
  twice('customers', customerColumn('nin_index'), `'The NIN stands in line ' || first.line || ' already.'`),
  `UPDATE import_row r SET refusal = 'customer_number ' || r.key || ' exists here already.' FROM customer c
    WHERE ${STAGED} AND r.file = 'customers' AND c.institution_id = $1
      AND c.customer_number = r.${customerColumn('customer_number')}`,
  ...['bvn', 'nin'].map(
    (kind) =>
      `UPDATE import_row r SET refusal = 'A customer with this ${kind.toUpperCase()} exists here already.'
         FROM customer c WHERE ${STAGED} AND r.file = 'customers' AND c.institution_id = $1
          AND c.${kind}_index = (r.${customerColumn(`${kind}_index`)})::bytea`,
  ),
  twice('accounts', 'key', `'account_number ' || r.key || ' stands in line ' || first.line || ' already.'`),
  `UPDATE import_row r SET refusal = 'account_number ' || r.key || ' exists here already.' FROM account_number a
    WHERE ${STAGED} AND r.file = 'accounts' AND a.institution_id = $1 AND a.number = r.key`,
  ownerFrom('accounts', 'customers'),
  `UPDATE import_row r SET owner_id = c.id FROM customer c
    WHERE ${STAGED} AND r.file = 'accounts' AND r.owner_id IS NULL AND c.institution_id = $1
      AND c.customer_number = r.owner_key`,
  `UPDATE import_row r SET refusal = 'customer_number ' || r.owner_key || ' is neither among the accepted customers nor here.'
    WHERE ${STAGED} AND r.file = 'accounts' AND r.owner_id IS NULL`,
  twice('liens', 'key', `'reference ' || r.key || ' stands in line ' || first.line || ' already.'`),
  `UPDATE import_row r SET refusal = 'The lien ' || r.key || ' exists here already.' FROM lien l
    WHERE ${STAGED} AND r.file = 'liens' AND l.institution_id = $1 AND l.reference_number = r.key
      AND l.held_for IS NULL`,
  ownerFrom('liens', 'accounts'),
  `UPDATE import_row r SET refusal = 'account_number ' || r.owner_key || ' is not among the accepted accounts.'
    WHERE ${STAGED} AND r.file = 'liens' AND r.owner_id IS NULL`,
  twice('ledgers', 'key', `'This ledger and branch stand in line ' || first.line || ' already.'`),
  // The accounts of this import may join accounts that are here already, so both count.
  `UPDATE import_row r SET refusal = 'The control ledger ' || r.owner_key || ' is stated with '
          || to_char(stated.kobo / 100.0, 'FM999999999999990.00') || ' (credit above zero), but its accounts have '
          || to_char((coalesce(brought.kobo, 0) + present.kobo) / 100.0, 'FM999999999999990.00') || '.'
     FROM (SELECT owner_key, (content ->> 'ledgerId')::bigint AS id, sum(balance_kobo) AS kobo FROM import_row
            WHERE institution_id = $1 AND import_id = $2 AND file = 'ledgers' AND refusal IS NULL
              AND (content ->> 'isControl')::boolean GROUP BY 1, 2) stated
     LEFT JOIN (SELECT (content #>> '{record,controlAccountId}')::bigint AS id, sum(balance_kobo) AS kobo
                  FROM import_row WHERE institution_id = $1 AND import_id = $2 AND file = 'accounts'
                 GROUP BY 1) brought ON brought.id = stated.id
    CROSS JOIN LATERAL (SELECT coalesce(sum(credits_posted_kobo - debits_posted_kobo), 0) AS kobo
                          FROM ledger_account WHERE institution_id = $1 AND control_account_id = stated.id) present
    WHERE ${STAGED} AND r.file = 'ledgers' AND r.owner_key = stated.owner_key
      AND stated.kobo <> coalesce(brought.kobo, 0) + present.kobo`,
];

/** Gives a reason to every staged line that cannot be taken over, and its owner's id to every other line. */
export async function validateStaged(tx: Tx, institutionId: number, importId: number): Promise<void> {
  await withoutTimeLimit(tx);
  for (const rule of RULES) await tx.query(rule, [institutionId, importId]);
}
