import { interestToCapitaliseSql } from '../../loans/contract/interest-to-capitalise';
import { OWN_MESSAGES, OWN_RECORDS } from '../records-of-person';
import { HAS_MANDATE, numbersOf, SIGNATORIES } from '../signatories';
import { SHOWN_READS } from './shown-reads';

/** A list in the export. `$1` is the institution, `$2` the customer, `$3` the key before the page. */
export interface ExportSection {
  name: string;
  /** Selects `key`, by which the rows are ordered, and the fields as they are exported. */
  sql: string;
  /** A field with JSON that is stored sealed when it has identity numbers. */
  sealedField?: string;
}

/** An amount in Naira, as a number of JSON. */
const naira = (kobo: string): string => `((${kobo}) / 100.0)::float8`;

const OWN_ACCOUNT = 'JOIN deposit_account a ON a.institution_id = $1 AND a.customer_id = $2';

// The export has what the institution recorded about the person, but no risk rating and no alert (tipping off).
const DUE_DILIGENCE = `
  SELECT g.id AS key, g.occupation, g.employer_name AS "employerName", g.source_of_wealth AS "sourceOfWealth",
         g.residence_country AS "residenceCountry",
         ${naira('g.declared_monthly_income_kobo')} AS "declaredMonthlyIncome", g.public_position AS "publicPosition",
         g.identification_issued_on AS "identificationIssuedOn",
         g.identification_expires_on AS "identificationExpiresOn",
         g.identification_country AS "identificationCountry", g.updated_at AS "updatedAt"
    FROM due_diligence g WHERE g.institution_id = $1 AND g.id = $2 AND g.id > $3 ORDER BY g.id`;

// Without the note of staff who declined to open an exposed person's account: the client was not told why either.
const ACCOUNTS = `
  SELECT a.id AS key, a.account_number AS "accountNumber", a.account_name AS "accountName", p.name AS "productName",
         b.branch_name AS "branchName", l.status AS "accountStatus", a.kyc_tier AS "kycTier",
         ${naira('l.credits_posted_kobo - l.debits_posted_kobo')} AS "ledgerBalance",
         ${naira('l.single_limit_kobo')} AS "singleTransactionLimit",
         ${naira('l.daily_limit_kobo')} AS "dailyTransactionLimit",
         a.date_opened AS "dateOpened", a.date_closed AS "dateClosed",
         CASE WHEN NOT EXISTS (
           SELECT 1 FROM account_status_change s
            WHERE s.institution_id = $1 AND s.account_number = a.account_number
              AND s.from_status = 'PendingApproval' AND s.to_status = 'Closed')
         THEN a.closure_reason END AS "closureReason"
    FROM deposit_account a
    JOIN ledger_account l ON l.institution_id = a.institution_id AND l.id = a.id
    JOIN product p ON p.institution_id = a.institution_id AND p.id = a.product_id
    JOIN branch b ON b.institution_id = a.institution_id AND b.id = a.branch_id
   WHERE a.institution_id = $1 AND a.customer_id = $2 AND a.id > $3 ORDER BY a.id`;

// Without reasons: those of an authority's lien could warn the person of an investigation.
const LIENS = `
  SELECT n.id AS key, n.account_number AS "accountNumber", ${naira('n.amount_kobo')} AS amount,
         n.reference_number AS "referenceNumber", n.expiry_date AS "expiryDate", n.status, n.placed_at AS "placedAt",
         n.ended_at AS "endedAt"
    FROM lien n ${OWN_ACCOUNT} AND a.id = n.account_id WHERE n.institution_id = $1 AND n.id > $3 ORDER BY n.id`;

const OVERDRAFTS = `
  SELECT o.id AS key, o.account_number AS "accountNumber", ${naira('o.limit_kobo')} AS "limit",
         o.interest_rate::float8 AS "interestRate", o.start_date AS "startDate", o.expiry_date AS "expiryDate", o.status
    FROM overdraft o ${OWN_ACCOUNT} AND a.id = o.account_id WHERE o.institution_id = $1 AND o.id > $3 ORDER BY o.id`;

const LOANS = `
  SELECT l.id AS key, l.loan_account_number AS "loanAccountNumber", l.linked_number AS "linkedNumber", l.status,
         p.name AS "productName", g.name AS "groupName", ${naira('l.principal_kobo')} AS principal,
         l.interest_rate::float8 AS "interestRate", l.tenure, l.disbursement_date AS "disbursementDate",
         l.maturity_date AS "maturityDate", l.closed_date AS "closedDate", l.classification,
         ${naira('l.outstanding_principal_kobo')} AS "outstandingPrincipal",
         ${naira(`(l.outstanding_interest_kobo + ${interestToCapitaliseSql('l')})`)} AS "outstandingInterest",
         ${naira('l.overdue_kobo')} AS "amountOverdue", l.mandate_status AS "mandateStatus",
         c.particulars ->> 'collateralDescription' AS "collateralDescription", l.notes
    FROM loan l
    LEFT JOIN loan_contract c ON c.institution_id = l.institution_id AND c.id = l.contract_id
    JOIN product p ON p.institution_id = l.institution_id AND p.id = l.product_id
    LEFT JOIN group_loan g ON g.institution_id = l.institution_id AND g.id = l.group_loan_id
   WHERE l.institution_id = $1 AND l.customer_id = $2 AND l.id > $3 ORDER BY l.id`;

const INSTALMENTS = `
  SELECT i.id AS key, l.loan_account_number AS "loanAccountNumber", i.number, i.due_date AS "dueDate",
         ${naira('i.principal_due_kobo')} AS "principalDue", ${naira('i.interest_due_kobo')} AS "interestDue",
         ${naira('i.fee_due_kobo')} AS "feeDue", ${naira('i.default_due_kobo')} AS "defaultDue",
         ${naira('i.penalty_due_kobo')} AS "penaltyDue", ${naira('i.principal_paid_kobo')} AS "principalPaid",
         ${naira('i.interest_paid_kobo')} AS "interestPaid", ${naira('i.fee_paid_kobo')} AS "feePaid",
         ${naira('i.default_paid_kobo')} AS "defaultPaid", ${naira('i.penalty_paid_kobo')} AS "penaltyPaid",
         i.paid_date AS "paidDate"
    FROM loan_instalment i
    JOIN loan l ON l.institution_id = $1 AND l.customer_id = $2 AND l.id = i.loan_id AND l.contract_id = i.contract_id
   WHERE i.institution_id = $1 AND i.id > $3 ORDER BY i.id`;

// Reviews of a group are about other participants too, so only those of the person's own loans are exported.
const REVIEWS = `
  SELECT r.id AS key, l.loan_account_number AS "loanAccountNumber", r.analysis_type AS "analysisType",
         r.credit_bureau AS "creditBureau", r.review, r.generated_at AS "generatedAt"
    FROM loan_review r JOIN loan l ON l.institution_id = $1 AND l.customer_id = $2 AND l.id = r.subject_id
   WHERE r.institution_id = $1 AND r.id > $3 ORDER BY r.id`;

const DEPOSITS = `
  SELECT f.id AS key, f.contract_no AS "contractNo", f.account_number AS "accountNumber", f.status,
         ${naira('f.principal_kobo')} AS principal, f.interest_rate::float8 AS "interestRate",
         f.tenure_days AS "tenureDays", f.start_date AS "startDate", f.maturity_date AS "maturityDate",
         ${naira('f.paid_kobo')} AS "interestPaid", ${naira('f.tax_withheld_kobo')} AS "taxWithheld",
         f.closed_on AS "closedOn"
    FROM fixed_deposit f WHERE f.institution_id = $1 AND f.customer_id = $2 AND f.id > $3 ORDER BY f.id`;

const CARDS = `
  SELECT c.id AS key, c.account_number AS "accountNumber", c.masked_pan AS "maskedPan", c.name_on_card AS "nameOnCard",
         c.expiry_date AS "expiryDate", c.status, c.atm, c.pos, c.web, c.created_at AS "createdAt"
    FROM card c ${OWN_ACCOUNT} AND a.id = c.account_id WHERE c.institution_id = $1 AND c.id > $3 ORDER BY c.id`;

const MEMBERSHIPS = `
  SELECT m.id AS key, g.customer_number AS "customerID", g.name, m.role, m.created_at AS "memberSince"
    FROM group_member m JOIN customer g ON g.institution_id = m.institution_id AND g.id = m.group_customer_id
   WHERE m.institution_id = $1 AND m.member_customer_id = $2 AND m.id > $3 ORDER BY m.id`;

// A sealed body has a one-time code of staff, and a mail about the work of the AML desk is to a member of staff who is
// also a customer.
const MESSAGES = `
  SELECT m.id AS key, m.channel, m.recipient, m.subject, CASE WHEN NOT m.sealed THEN m.body END AS body, m.status,
         m.account_number AS "accountNumber", m.created_at AS "createdAt", m.sent_at AS "sentAt"
    FROM message m WHERE m.institution_id = $1 AND m.seen_with IS NULL AND ${OWN_MESSAGES} AND m.id > $3 ORDER BY m.id`;

const DOCUMENTS = `
  SELECT d.id AS key, d.id::float8 AS "documentID", d.entity_type AS "entityType", d.document_type AS "documentType",
         d.file_name AS "fileName", d.mime_type AS "mimeType", d.size, d.sha256, d.created_at AS "createdAt",
         d.deleted_at AS "deletedAt"
    FROM document d WHERE d.institution_id = $1 AND d.entity_id IN (${OWN_RECORDS}) AND d.id > $3 ORDER BY d.id`;

const METADATA = `
  SELECT e.id AS key, e.entity_type AS "entityType", e.content AS "additionalMetadata", e.updated_at AS "updatedAt"
    FROM entity_metadata e WHERE e.institution_id = $1 AND e.id IN (${OWN_RECORDS}) AND e.id > $3 ORDER BY e.id`;

// Without their authors, who are other people.
const NOTES = `
  SELECT n.id AS key, n.text, n.written_at AS "writtenAt"
    FROM customer_note n WHERE n.institution_id = $1 AND n.customer_id = $2 AND n.id > $3 ORDER BY n.id`;

/** Whether a signatory `s` is the person. */
const IS_PERSON = `s ->> 'customerNumber' IN (SELECT number FROM (${numbersOf('c.id = $2')}) own)`;

// Also on accounts of other customers, for which the person may sign; the other signatories are other people.
const MANDATES = `
  SELECT m.id AS key, a.account_number AS "accountNumber",
         (SELECT json_agg(json_build_object('name', s -> 'name', 'role', s -> 'role',
                                            'instruction', s -> 'instruction'))
            FROM ${SIGNATORIES} s WHERE ${IS_PERSON}) AS signatory
    FROM entity_metadata m JOIN deposit_account a ON a.institution_id = $1 AND a.id = m.id
   WHERE m.institution_id = $1 AND ${HAS_MANDATE} AND m.id > $3
     AND EXISTS (SELECT 1 FROM ${SIGNATORIES} s WHERE ${IS_PERSON}) ORDER BY m.id`;

const SUBJECTS = `
  SELECT 'customer:' || s.name AS subject FROM customer c,
         unnest(ARRAY[c.customer_number, c.id::text, c.record_id::text]) AS s (name)
   WHERE c.institution_id = $1 AND c.id = $2
  UNION SELECT 'recipient:' || s.name FROM customer c, unnest(ARRAY[c.phone_number, c.email]) AS s (name)
   WHERE c.institution_id = $1 AND c.id = $2 AND s.name IS NOT NULL
  UNION SELECT 'account:' || s.name FROM deposit_account a,
         unnest(ARRAY[a.account_number, a.id::text, a.record_id::text]) AS s (name)
   WHERE a.institution_id = $1 AND a.customer_id = $2
  UNION SELECT 'loan:' || s.name FROM loan l, unnest(ARRAY[l.loan_account_number, l.id::text]) AS s (name)
   WHERE l.institution_id = $1 AND l.customer_id = $2
  UNION SELECT 'fixed-deposit:' || f.id FROM fixed_deposit f WHERE f.institution_id = $1 AND f.customer_id = $2
  UNION SELECT 'document:' || d.id FROM document d WHERE d.institution_id = $1 AND d.entity_id IN (${OWN_RECORDS})
  UNION SELECT 'message:' || m.id FROM message m
   WHERE m.institution_id = $1 AND m.seen_with IS NULL AND ${OWN_MESSAGES}`;

// Without the members of staff, who are other people.
const READS = `
  SELECT r.id AS key, r.at, r.action, r.subject FROM audit_log r
   WHERE r.institution_id = $1 AND r.subject IN (${SUBJECTS}) AND r.id > $3
     AND r.action IN (${SHOWN_READS.map((action) => `'${action}'`).join(', ')}) ORDER BY r.id`;

/** The lists of an export (docs/api/personal-data.md#export), but for the entries of the accounts. */
export const EXPORT_SECTIONS: readonly ExportSection[] = [
  { name: 'dueDiligence', sql: DUE_DILIGENCE },
  { name: 'accounts', sql: ACCOUNTS },
  { name: 'liens', sql: LIENS },
  { name: 'overdrafts', sql: OVERDRAFTS },
  { name: 'loans', sql: LOANS },
  { name: 'loanInstalments', sql: INSTALMENTS },
  { name: 'loanReviews', sql: REVIEWS },
  { name: 'fixedDeposits', sql: DEPOSITS },
  { name: 'cards', sql: CARDS },
  { name: 'groupMemberships', sql: MEMBERSHIPS },
  { name: 'messages', sql: MESSAGES },
  { name: 'documents', sql: DOCUMENTS },
  { name: 'notes', sql: NOTES },
  { name: 'additionalMetadata', sql: METADATA, sealedField: 'additionalMetadata' },
  { name: 'mandates', sql: MANDATES },
  { name: 'reads', sql: READS },
];

/** The entries of one account; `$2` is the account, `$3` the number before the page. */
export const ACCOUNT_ENTRIES = `
  SELECT e.seq AS key, a.account_number AS "accountNumber", e.business_date AS "financialDate",
         p.value_date AS "valueDate", e.posted_at AS "transactionTime", coalesce(e.narration, p.narration) AS narration,
         p.reference, e.side, ${naira('e.amount_kobo')} AS amount, ${naira('e.balance_after_kobo')} AS balance
    FROM posting_entry e
    JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
    JOIN deposit_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
   WHERE e.institution_id = $1 AND e.account_id = $2 AND e.seq > $3 ORDER BY e.seq`;

/**
 * The lines of one account from the system before this one, which are no entries; `$2` is the account, `$3` day and
 * number of the line before the page.
 */
export const BROUGHT_ENTRIES = `
  SELECT h.booked_on || ' ' || h.seq AS key, a.account_number AS "accountNumber", h.booked_on AS "financialDate",
         h.value_date AS "valueDate", h.narration, h.reference,
         CASE WHEN h.debit_kobo > 0 THEN 'debit' ELSE 'credit' END AS side,
         ${naira('h.debit_kobo + h.credit_kobo')} AS amount, ${naira('h.balance_kobo')} AS balance
    FROM brought_entry h JOIN deposit_account a ON a.institution_id = h.institution_id AND a.id = h.account_id
   WHERE h.institution_id = $1 AND h.account_id = $2
     AND (h.booked_on, h.seq) > (split_part($3, ' ', 1)::date, split_part($3, ' ', 2)::bigint)
   ORDER BY h.booked_on, h.seq`;

/** Before every line of `BROUGHT_ENTRIES`. */
export const BEFORE_BROUGHT_ENTRIES = '0001-01-01 0';

/** The customer's accounts with the numbers of their entries. */
export const ACCOUNTS_WITH_ENTRIES = `
  SELECT a.id, l.entry_seq AS entries,
         (SELECT count(*) FROM brought_entry h WHERE h.institution_id = $1 AND h.account_id = a.id) AS "broughtEntries"
    FROM deposit_account a
    JOIN ledger_account l ON l.institution_id = a.institution_id AND l.id = a.id
   WHERE a.institution_id = $1 AND a.customer_id = $2 ORDER BY a.id`;
