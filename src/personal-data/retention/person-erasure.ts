import { Injectable } from '@nestjs/common';
import { Customer } from '../../accounts/customers/customer.entity';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { DocumentErasure } from '../../documents/document-erasure';
import { OWN_ACCOUNTS, OWN_LOANS, OWN_MESSAGES, OWN_RECORDS } from '../records-of-person';
import { HAS_MANDATE, numbersOf, SIGNATORIES } from '../signatories';
import { emptiedColumns, ERASED_NAME } from './emptied-columns';
import type { PersonFacts } from './erasure-decision';

const RETENTION_ACTOR = 'system:retention';

const CONTRACT_ACCOUNTS = `
  SELECT unnest(ARRAY[id, interest_account_id, fee_account_id, default_account_id, penalty_account_id,
                      unearned_account_id, ahead_account_id])
    FROM loan WHERE institution_id = $1 AND customer_id = $2
  UNION SELECT ledger_account_id FROM fixed_deposit WHERE institution_id = $1 AND customer_id = $2`;

// In the order in which the posting engine locks accounts.
const LOCK_ACCOUNTS = `
  SELECT id FROM ledger_account
   WHERE institution_id = $1 AND (id IN (${OWN_ACCOUNTS}) OR id IN (${CONTRACT_ACCOUNTS}))
   ORDER BY id FOR NO KEY UPDATE`;

/** A group's review tells about all participants, so it goes with the last of them. */
const GROUPS_WITHOUT_PERSONS = `
  SELECT l.group_loan_id FROM loan l
   WHERE l.institution_id = $1 AND l.customer_id = $2 AND l.group_loan_id IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM loan o JOIN customer c ON c.institution_id = o.institution_id AND c.id = o.customer_id
      WHERE o.institution_id = $1 AND o.group_loan_id = l.group_loan_id AND o.customer_id <> $2
        AND c.erased_at IS NULL)`;

const OWN_NUMBERS = `SELECT number FROM (${numbersOf('c.id = $2')}) own`;

/** Takes the person out of the mandates of other customers' accounts; the other signatories stay as they are. */
const NAMELESS_SIGNATORY = `
  UPDATE entity_metadata m SET content = (
    SELECT json_object_agg(f.key, CASE WHEN f.key <> 'mandate' THEN f.value ELSE (
        SELECT json_agg(CASE WHEN s ->> 'customerNumber' IN (${OWN_NUMBERS})
                 THEN json_build_object('name', $3::text, 'customerNumber', NULL, 'role', s -> 'role',
                                        'instruction', s -> 'instruction')
                 ELSE s END ORDER BY position)
          FROM json_array_elements(f.value) WITH ORDINALITY AS signatory (s, position)) END)
      FROM json_each(m.content) f)
   WHERE m.institution_id = $1 AND ${HAS_MANDATE} AND m.id NOT IN (${OWN_ACCOUNTS})
     AND EXISTS (SELECT 1 FROM ${SIGNATORIES} s WHERE s ->> 'customerNumber' IN (${OWN_NUMBERS}))`;

/** Lines of the accounts' history in an earlier system stay with the entries: both are books of account. */
const BROUGHT_ENTRIES_KEPT = `SELECT count(*)::int AS count FROM brought_entry
  WHERE institution_id = $1 AND account_id IN (${OWN_ACCOUNTS})`;

/** Rows that are erased beside the customer's own row and the documents; `$1` is the institution, `$2` the customer. */
const ERASURES: readonly { name: string; sql: string; named?: true }[] = [
  // Before the metadata of the person, which has the number of the earlier system.
  { name: 'mandates', sql: NAMELESS_SIGNATORY, named: true },
  { name: 'messages', sql: `DELETE FROM message m WHERE m.institution_id = $1 AND ${OWN_MESSAGES}` },
  { name: 'metadata', sql: `DELETE FROM entity_metadata WHERE institution_id = $1 AND id IN (${OWN_RECORDS})` },
  { name: 'notes', sql: 'DELETE FROM customer_note WHERE institution_id = $1 AND customer_id = $2' },
  { name: 'dueDiligence', sql: 'DELETE FROM due_diligence WHERE institution_id = $1 AND id = $2' },
  { name: 'riskRating', sql: 'DELETE FROM risk_rating WHERE institution_id = $1 AND id = $2' },
  {
    name: 'riskRatingChanges',
    sql: `UPDATE risk_rating_change SET drivers = '[]', note = NULL WHERE institution_id = $1 AND customer_id = $2`,
  },
  { name: 'memberships', sql: 'DELETE FROM group_member WHERE institution_id = $1 AND member_customer_id = $2' },
  {
    name: 'reviews',
    sql: `DELETE FROM loan_review
           WHERE institution_id = $1 AND (subject_id IN (${OWN_LOANS}) OR subject_id IN (${GROUPS_WITHOUT_PERSONS}))`,
  },
  {
    name: 'cards',
    sql: `UPDATE card SET name_on_card = NULL, pan_hash = NULL
           WHERE institution_id = $1 AND account_id IN (${OWN_ACCOUNTS})`,
  },
  {
    name: 'liens',
    sql: `UPDATE lien SET reason = NULL, form_of_lien = NULL
           WHERE institution_id = $1 AND account_id IN (${OWN_ACCOUNTS})`,
  },
  {
    name: 'loans',
    sql: `UPDATE loan SET notes = NULL, preferred_partner_reference = NULL
           WHERE institution_id = $1 AND customer_id = $2`,
  },
  {
    // Free texts of the request; the figures of the contract stay.
    name: 'loanContracts',
    sql: `UPDATE loan_contract SET particulars = particulars - ARRAY['collateralDescription', 'oracleNumber']
           WHERE institution_id = $1 AND loan_id IN (${OWN_LOANS})
             AND particulars ?| ARRAY['collateralDescription', 'oracleNumber']`,
  },
  {
    name: 'deposits',
    sql: 'UPDATE fixed_deposit SET account_name = $3 WHERE institution_id = $1 AND customer_id = $2',
    named: true,
  },
  {
    name: 'accounts',
    sql: `UPDATE deposit_account SET account_name = $3, search_name = '', closure_reason = NULL
           WHERE institution_id = $1 AND customer_id = $2`,
    named: true,
  },
  {
    name: 'accountsOfRecord',
    sql: `UPDATE ledger_account SET name = $3
           WHERE institution_id = $1 AND (id IN (${OWN_ACCOUNTS}) OR id IN (${CONTRACT_ACCOUNTS}))`,
    named: true,
  },
];

/**
 * Erases a person (docs/api/personal-data.md#erasure): names, numbers, free texts, messages and documents. Postings,
 * entries, payouts, AML records and the audit log stay, because the law demands them.
 */
@Injectable()
export class PersonErasure {
  constructor(
    private readonly documents: DocumentErasure,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Erases one person in the transaction that has locked the customer and decided on it. */
  async erase(tx: Tx, institutionId: number, { id, endedOn }: PersonFacts): Promise<void> {
    const { customerID } = await tx.findOneByOrFail(Customer, { institutionId, id });
    await tx.query(LOCK_ACCOUNTS, [institutionId, id]);
    const erased: Record<string, number> = { documents: await this.eraseDocuments(tx, institutionId, id) };
    for (const { name, sql, named } of ERASURES) {
      const values = named ? [institutionId, id, ERASED_NAME] : [institutionId, id];
      const [, count] = await tx.query<[unknown, number]>(sql, values);
      erased[name] = count;
    }
    const [kept] = await tx.query<{ count: number }[]>(BROUGHT_ENTRIES_KEPT, [institutionId, id]);
    const erasedAt = this.clock.now();
    const nameless = { name: ERASED_NAME, searchName: '', updatedAt: erasedAt, erasedAt };
    await tx.update(Customer, { institutionId, id }, { ...emptiedColumns(tx, Customer, []), ...nameless });
    await this.audit.record(
      tx,
      { institutionId, actor: RETENTION_ACTOR },
      {
        action: 'customer.erase',
        subject: `customer:${customerID}`,
        details: { endedOn, erased, kept: { broughtEntries: kept!.count } },
      },
    );
  }

  private async eraseDocuments(tx: Tx, institutionId: number, id: number): Promise<number> {
    const records = await tx.query<{ id: string }[]>(OWN_RECORDS, [institutionId, id]);
    return this.documents.erase(tx, {
      institutionId,
      entityIds: records.map((record) => Number(record.id)),
      actor: RETENTION_ACTOR,
      reason: 'The retention period has ended.',
    });
  }
}
