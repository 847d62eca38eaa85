import { LAST_USED_ON } from '../../accounts/dormancy/last-use';
import { SECURITY_PREFIX } from '../../loans/contract/loan-bookkeeping';
import { FILE_COLUMNS, type ImportFileName } from '../file-columns';
import { DEPOSIT_PARTS, DEPOSITS, INSTALMENTS, LOANS } from './exported-contracts';
import { naira, unroundedNaira } from './sql-amounts';

/** Statuses of accounts that an import takes. */
const EXPORTED_ACCOUNT = `('Active', 'Inactive', 'Dormant', 'Frozen')`;

/** A file of an export: `$1` is the institution; the statement gives its columns as text, in the order of its lines. */
export interface ExportedFile {
  name: ImportFileName;
  text: string;
}

const CUSTOMERS = `SELECT c.customer_number, c.customer_type, c.last_name, c.first_name, c.other_names,
    CASE WHEN c.customer_type <> 'Individual' THEN c.name END AS organisation_name, c.registration_number, b.branch_code,
    c.gender, c.date_of_birth::text, c.phone_number, c.email, c.address,
    c.institution_id, c.bvn, c.nin, c.tin, c.sealed_bvn, c.sealed_nin
  FROM customer c JOIN branch b ON b.institution_id = $1 AND b.id = c.branch_id
 WHERE c.institution_id = $1 AND c.erased_at IS NULL ORDER BY c.customer_number`;

const ACCOUNTS = `SELECT d.account_number, c.customer_number, p.code AS product_code, b.branch_code,
    d.account_officer_staff_code AS account_officer, d.account_name, d.date_opened::text AS opened_on, l.status,
    d.kyc_tier::text, ${naira('(l.credits_posted_kobo - l.debits_posted_kobo)')} AS balance,
    ${unroundedNaira('s.accrued_kobo')} AS interest_accrued, s.accrued_through::text AS interest_accrued_through,
    s.posted_through::text AS interest_paid_through, ${LAST_USED_ON}::text AS last_used_on
  FROM deposit_account d
  JOIN institution i ON i.institution_id = $1
  JOIN ledger_account l ON l.institution_id = $1 AND l.id = d.id
  JOIN customer c ON c.institution_id = $1 AND c.id = d.customer_id
  JOIN product p ON p.institution_id = $1 AND p.id = d.product_id
  JOIN branch b ON b.institution_id = $1 AND b.id = d.branch_id
  LEFT JOIN savings_interest s ON s.institution_id = $1 AND s.account_id = d.id
 WHERE d.institution_id = $1 AND l.status IN ${EXPORTED_ACCOUNT} ORDER BY d.account_number`;

/** Metadata with identity numbers is sealed text, and has no mandate. */
const MANDATES = `SELECT d.account_number, s ->> 'name' AS signatory_name, s ->> 'customerNumber' AS customer_number,
    s ->> 'role' AS role, s ->> 'instruction' AS instruction
  FROM deposit_account d
  JOIN ledger_account l ON l.institution_id = $1 AND l.id = d.id
  JOIN entity_metadata m ON m.institution_id = $1 AND m.id = d.id AND json_typeof(m.content) = 'object'
   AND json_typeof(m.content -> 'mandate') = 'array'
 CROSS JOIN LATERAL json_array_elements(m.content -> 'mandate') WITH ORDINALITY AS signatory (s, position)
 WHERE d.institution_id = $1 AND l.status IN ${EXPORTED_ACCOUNT} ORDER BY d.account_number, position`;

/** Those of security deposits come with their loans; the other liens of the system reserve disputed money. */
const LIENS = `SELECT n.reference_number AS reference, n.account_number, ${naira('n.amount_kobo')} AS amount, n.reason,
    n.expiry_date::text AS expires_on
  FROM lien n JOIN ledger_account l ON l.institution_id = $1 AND l.id = n.account_id
 WHERE n.institution_id = $1 AND n.status = 'Active' AND l.status IN ${EXPORTED_ACCOUNT}
   AND NOT starts_with(coalesce(n.held_for, ''), '${SECURITY_PREFIX}')
 ORDER BY n.reference_number`;

/**
 * Lines that were brought over, then what was booked here. Opening journals are left out: they are the balances to
 * which the lines before lead.
 */
const HISTORY = `SELECT account_number, booked_on, value_date, narration, debit, credit, balance, reference FROM (
  SELECT d.account_number, 0 AS part, h.booked_on::text AS booked_on, h.seq, h.value_date::text AS value_date,
      h.narration, CASE WHEN h.debit_kobo > 0 THEN ${naira('h.debit_kobo')} END AS debit,
      CASE WHEN h.credit_kobo > 0 THEN ${naira('h.credit_kobo')} END AS credit, ${naira('h.balance_kobo')} AS balance,
      h.reference
    FROM brought_entry h JOIN deposit_account d ON d.institution_id = $1 AND d.id = h.account_id
   WHERE h.institution_id = $1
  UNION ALL
  SELECT d.account_number, 1, e.business_date::text, e.seq, p.value_date::text, coalesce(e.narration, p.narration),
      CASE e.side WHEN 'debit' THEN ${naira('e.amount_kobo')} END,
      CASE e.side WHEN 'credit' THEN ${naira('e.amount_kobo')} END, ${naira('e.balance_after_kobo')}, p.reference
    FROM deposit_account d
    JOIN posting_entry e ON e.institution_id = $1 AND e.account_id = d.id
    JOIN posting p ON p.institution_id = $1 AND p.id = e.posting_id
   WHERE d.institution_id = $1 AND p.kind <> 'opening') lines
  JOIN account_number n ON n.institution_id = $1 AND n.number = account_number
  JOIN ledger_account l ON l.institution_id = $1 AND l.id = n.ledger_account_id
 WHERE l.status IN ${EXPORTED_ACCOUNT} ORDER BY account_number, part, booked_on, seq`;

/** The files whose lines one statement gives; ledgers are read by their own module. */
export const EXPORTED_FILES: readonly ExportedFile[] = [
  { name: 'customers', text: CUSTOMERS },
  { name: 'accounts', text: ACCOUNTS },
  { name: 'mandates', text: MANDATES },
  { name: 'liens', text: LIENS },
  { name: 'loans', text: LOANS },
  { name: 'loan_instalments', text: INSTALMENTS },
  { name: 'deposits', text: DEPOSITS },
  { name: 'deposit_parts', text: DEPOSIT_PARTS },
  { name: 'history', text: HISTORY },
];

/** The values of a row in the order of the file's columns; text is one line without spaces around it. */
export function valuesOf(name: ImportFileName, row: Record<string, string | null>): string[] {
  return FILE_COLUMNS[name].map((column) => (row[column] ?? '').replace(/\p{Cc}+/gu, ' ').trim());
}
