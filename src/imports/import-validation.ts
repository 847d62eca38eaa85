import { type Tx, withoutTimeLimit } from '../common/database/unit-of-work';
import { settleContracts } from './contract-check';
import type { ImportReferences } from './import-references';
import { STAGED_INTEREST } from './staged-interest';

/**
 * What one file's lines say about each other and about the books, each rule as one statement. Rules run in their order
 * and never overwrite a reason. `$1` is the institution, `$2` the import. Numbers in a reason are cast to text: joining
 * text with a number is a function that a distributed database refuses in an UPDATE.
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

/** A customer of an earlier import, or one that was here before; nothing is added to an erased person. */
const ownerHere = (file: string): string[] => [
  `UPDATE import_row r SET refusal = 'customer_number ' || r.owner_key
          || ' is that of an erased person; bring the person as a new customer with another number.'
     FROM customer c
    WHERE ${STAGED} AND r.file = '${file}' AND r.owner_id IS NULL AND c.institution_id = $1
      AND c.customer_number = r.owner_key AND c.erased_at IS NOT NULL`,
  `UPDATE import_row r SET owner_id = c.id FROM customer c
    WHERE ${STAGED} AND r.file = '${file}' AND r.owner_id IS NULL AND c.institution_id = $1
      AND c.customer_number = r.owner_key`,
];

const ownerUnknown = (file: string): string => `
  UPDATE import_row r SET refusal = 'customer_number ' || r.owner_key || ' is neither among the accepted customers nor here.'
   WHERE ${STAGED} AND r.file = '${file}' AND r.owner_id IS NULL`;

/** What accepted loans, deposits and interest of accounts bring to each ledger and branch. */
const BROUGHT = `SELECT id, branch_code, sum(kobo) AS kobo FROM (
  SELECT (b ->> 'ledgerId')::bigint AS id, branch_code, (b ->> 'kobo')::bigint AS kobo
    FROM import_row CROSS JOIN LATERAL jsonb_array_elements(content -> 'brings') b
   WHERE institution_id = $1 AND import_id = $2 AND file IN ('loans', 'deposits') AND refusal IS NULL
   UNION ALL ${STAGED_INTEREST}) all_brought WHERE id IS NOT NULL GROUP BY 1, 2`;

/** Whether another file or the books have the account number of a contract already. */
const numberTaken = (file: string, others: readonly string[]): string[] => [
  ...others.map(
    (other) => `UPDATE import_row r SET refusal = 'The account number ' || r.key || ' stands in ${other}.csv too.'
      FROM import_row o WHERE ${STAGED} AND r.file = '${file}' AND o.institution_id = $1 AND o.import_id = $2
       AND o.file = '${other}' AND o.key = r.key`,
  ),
  `UPDATE import_row r SET refusal = 'The account number ' || r.key || ' exists here already.'
    WHERE ${STAGED} AND r.file = '${file}' AND (
      EXISTS (SELECT 1 FROM account_number a WHERE a.institution_id = $1 AND a.number = r.key)
      OR EXISTS (SELECT 1 FROM brought_number a WHERE a.institution_id = $1 AND a.number = r.key)
      OR EXISTS (SELECT 1 FROM loan a WHERE a.institution_id = $1 AND a.loan_account_number = r.key)
      OR EXISTS (SELECT 1 FROM fixed_deposit a WHERE a.institution_id = $1 AND a.account_number = r.key))`,
];

/** The lines of an owner are one group. */
const together = (file: string): string =>
  twice(
    file,
    'key',
    `'The lines of ' || r.key || ' must follow each other; the first ones begin in line ' || first.line::text || '.'`,
  );

/** A group whose owner is refused is refused too. */
const ownedGroup = (file: string, ownerFile: string): string[] => [
  ownerFrom(file, ownerFile),
  `UPDATE import_row r SET refusal = r.owner_key || ' is not among the accepted ${ownerFile}.'
    WHERE ${STAGED} AND r.file = '${file}' AND r.owner_id IS NULL`,
];

const loanColumn = (column: string): string => `content #>> '{loan,stated,${column}}'`;
const depositColumn = (column: string): string => `content #>> '{deposit,${column}}'`;

/** A deposit is paid from and to accounts of its customer. */
const ownAccount = (column: string, property: string): string => `
  UPDATE import_row r SET refusal = '${column} ' || (r.${depositColumn(property)}) || ' is no account of the customer.'
   WHERE ${STAGED} AND r.file = 'deposits' AND r.${depositColumn(property)} IS NOT NULL
     AND NOT (r.content #>> '{deposit,liquidationAccountType}' = '2' AND '${property}' = 'liquidationAccount')
     AND NOT EXISTS (SELECT 1 FROM import_row o WHERE o.institution_id = $1 AND o.import_id = $2 AND o.file = 'accounts'
                        AND o.key = r.${depositColumn(property)} AND o.owner_id = r.owner_id AND o.refusal IS NULL)
     AND NOT EXISTS (SELECT 1 FROM deposit_account d WHERE d.institution_id = $1
                        AND d.account_number = r.${depositColumn(property)} AND d.customer_id = r.owner_id)`;

const RULES: readonly string[] = [
  twice('customers', 'key', `'customer_number ' || r.key || ' stands in line ' || first.line::text || ' already.'`),
  twice('customers', customerColumn('bvn_index'), `'The BVN stands in line ' || first.line::text || ' already.'`),
  twice('customers', customerColumn('nin_index'), `'The NIN stands in line ' || first.line::text || ' already.'`),
  `UPDATE import_row r SET refusal = 'customer_number ' || r.key || ' exists here already.' FROM customer c
    WHERE ${STAGED} AND r.file = 'customers' AND c.institution_id = $1
      AND c.customer_number = r.${customerColumn('customer_number')}`,
  ...['bvn', 'nin'].map(
    (kind) =>
      `UPDATE import_row r SET refusal = 'A customer with this ${kind.toUpperCase()} exists here already.'
         FROM customer c WHERE ${STAGED} AND r.file = 'customers' AND c.institution_id = $1
          AND c.${kind}_index = (r.${customerColumn(`${kind}_index`)})::bytea`,
  ),
  twice('accounts', 'key', `'account_number ' || r.key || ' stands in line ' || first.line::text || ' already.'`),
  ...numberTaken('accounts', []),
  ownerFrom('accounts', 'customers'),
  ...ownerHere('accounts'),
  ownerUnknown('accounts'),
  twice('liens', 'key', `'reference ' || r.key || ' stands in line ' || first.line::text || ' already.'`),
  `UPDATE import_row r SET refusal = 'The lien ' || r.key || ' exists here already.' FROM lien l
    WHERE ${STAGED} AND r.file = 'liens' AND l.institution_id = $1 AND l.reference_number = r.key
      AND l.held_for IS NULL`,
  ownerFrom('liens', 'accounts'),
  `UPDATE import_row r SET refusal = 'account_number ' || r.owner_key || ' is not among the accepted accounts.'
    WHERE ${STAGED} AND r.file = 'liens' AND r.owner_id IS NULL`,
  together('mandates'),
  ...ownedGroup('mandates', 'accounts'),
  twice('loans', 'key', `'loan_account_number ' || r.key || ' stands in line ' || first.line::text || ' already.'`),
  twice('loans', loanColumn('referenceNumber'), `'The reference stands in line ' || first.line::text || ' already.'`),
  ...numberTaken('loans', ['accounts']),
  `UPDATE import_row r SET refusal = 'A loan with this reference exists here already.' FROM loan l
    WHERE ${STAGED} AND r.file = 'loans' AND l.institution_id = $1
      AND l.reference_number = r.${loanColumn('referenceNumber')}`,
  ownerFrom('loans', 'accounts'),
  `UPDATE import_row r SET owner_id = d.id FROM deposit_account d
    WHERE ${STAGED} AND r.file = 'loans' AND r.owner_id IS NULL AND d.institution_id = $1
      AND d.account_number = r.owner_key AND d.date_closed IS NULL`,
  `UPDATE import_row r SET refusal = 'linked_account ' || r.owner_key || ' is neither among the accepted accounts nor here.'
    WHERE ${STAGED} AND r.file = 'loans' AND r.owner_id IS NULL`,
  together('loan_instalments'),
  twice('deposits', 'key', `'account_number ' || r.key || ' stands in line ' || first.line::text || ' already.'`),
  twice(
    'deposits',
    depositColumn('referenceNumber'),
    `'The reference stands in line ' || first.line::text || ' already.'`,
  ),
  ...numberTaken('deposits', ['accounts', 'loans']),
  ownerFrom('deposits', 'customers'),
  ...ownerHere('deposits'),
  ownerUnknown('deposits'),
  ownAccount('source_account', 'sourceAccount'),
  ownAccount('liquidation_account', 'liquidationAccount'),
  together('deposit_parts'),
];

/** Rules that need to know which loans and deposits are accepted, and what they bring to ledgers. */
const RULES_AFTER_CONTRACTS: readonly string[] = [
  ...ownedGroup('loan_instalments', 'loans'),
  ...ownedGroup('deposit_parts', 'deposits'),
  twice('ledgers', 'key', `'This ledger and branch stand in line ' || first.line::text || ' already.'`),
  // The accounts of this import may join accounts that are here already, so both count.
  `UPDATE import_row r SET refusal = 'The control ledger ' || r.owner_key || ' is stated with '
          || round(stated.kobo / 100.0, 2)::text || ' (credit above zero), but its accounts have '
          || round((coalesce(brought.kobo, 0) + present.kobo) / 100.0, 2)::text || '.'
     FROM (SELECT owner_key, (content ->> 'ledgerId')::bigint AS id, sum(balance_kobo) AS kobo FROM import_row
            WHERE institution_id = $1 AND import_id = $2 AND file = 'ledgers' AND refusal IS NULL
              AND (content ->> 'isControl')::boolean GROUP BY 1, 2) stated
     LEFT JOIN (SELECT id, sum(kobo) AS kobo FROM (
                  SELECT (content #>> '{record,controlAccountId}')::bigint AS id, balance_kobo AS kobo
                    FROM import_row WHERE institution_id = $1 AND import_id = $2 AND file = 'accounts'
                  UNION ALL SELECT id, kobo FROM (${BROUGHT}) contracts) all_brought
                 GROUP BY 1) brought ON brought.id = stated.id
    CROSS JOIN LATERAL (SELECT coalesce(sum(credits_posted_kobo - debits_posted_kobo), 0) AS kobo
                          FROM ledger_account WHERE institution_id = $1 AND control_account_id = stated.id) present
    WHERE ${STAGED} AND r.file = 'ledgers' AND r.owner_key = stated.owner_key
      AND stated.kobo <> coalesce(brought.kobo, 0) + present.kobo`,
  `UPDATE import_row r SET refusal = 'The ledger ' || r.owner_key || ' of income in suspense is stated with '
          || round(stated.kobo / 100.0, 2)::text || ' (credit above zero), but the loans have '
          || round(coalesce(brought.kobo, 0) / 100.0, 2)::text || ' in suspense.'
     FROM (SELECT owner_key, (content ->> 'ledgerId')::bigint AS id, sum(balance_kobo) AS kobo FROM import_row
            WHERE institution_id = $1 AND import_id = $2 AND file = 'ledgers' AND refusal IS NULL
              AND (content ->> 'isSuspense')::boolean GROUP BY 1, 2) stated
     LEFT JOIN (SELECT id, sum(kobo) AS kobo FROM (${BROUGHT}) contracts GROUP BY 1) brought ON brought.id = stated.id
    WHERE ${STAGED} AND r.file = 'ledgers' AND r.owner_key = stated.owner_key
      AND stated.kobo <> coalesce(brought.kobo, 0)`,
  `UPDATE import_row r SET booked_kobo = CASE WHEN (r.content ->> 'isControl')::boolean THEN 0 ELSE r.balance_kobo END
    WHERE ${STAGED} AND r.file = 'ledgers'`,
  `UPDATE import_row r SET booked_kobo = r.balance_kobo - b.kobo FROM (${BROUGHT}) b
    WHERE ${STAGED} AND r.file = 'ledgers' AND NOT (r.content ->> 'isControl')::boolean
      AND b.id = (r.content ->> 'ledgerId')::bigint AND b.branch_code = r.branch_code`,
];

/** Gives a reason to every staged line that cannot be taken over, and its owner's id to every other line. */
export async function validateStaged(
  tx: Tx,
  { institutionId, importId }: { institutionId: number; importId: number },
  references: ImportReferences,
): Promise<void> {
  await withoutTimeLimit(tx);
  for (const rule of RULES) await tx.query(rule, [institutionId, importId]);
  await settleContracts(tx, { institutionId, importId }, references);
  for (const rule of RULES_AFTER_CONTRACTS) await tx.query(rule, [institutionId, importId]);
}
