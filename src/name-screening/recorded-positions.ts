import { Injectable } from '@nestjs/common';
import { type CustomerChange, type CustomerWatcher, CustomerWatchers } from '../accounts/customers/customer-watchers';
import { AlertRaiser } from '../cases/alerts/alert-raiser';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';

/** In place of a list: staff recorded it in the due diligence. */
const SOURCE = 'recorded-position';
const SCORE = 60;

/**
 * Customers with an account in use whom customer $2 makes exposed, or whom a member makes so: itself, the companies and
 * groups of which it is a member, and itself by its members. Each with the person who holds the public position.
 */
const EXPOSED = `
  SELECT p.holder_id, p.person_id, person.customer_number AS person_number
    FROM (
      SELECT $2::bigint AS holder_id, $2::bigint AS person_id
       UNION
      SELECT m.group_customer_id, m.member_customer_id FROM group_member m
       WHERE m.institution_id = $1 AND (m.member_customer_id = $2 OR m.group_customer_id = $2)
    ) p
    JOIN due_diligence g ON g.institution_id = $1 AND g.id = p.person_id AND g.public_position IS NOT NULL
    JOIN customer person ON person.institution_id = $1 AND person.id = p.person_id
   WHERE EXISTS (
     SELECT 1 FROM deposit_account d JOIN ledger_account l ON l.institution_id = $1 AND l.id = d.id
      WHERE d.institution_id = $1 AND d.customer_id = p.holder_id AND l.status NOT IN ('Closed', 'PendingApproval'))
   ORDER BY 1, 2`;

/** The alerts about customer $2 because of the position of customer $3. */
const KNOWN = `SELECT count(*)::int AS known FROM aml_alert
  WHERE institution_id = $1 AND customer_id = $2 AND source = 'name-screening' AND source_id = '${SOURCE}'
    AND split_part(dedupe_key, ':', 3) = $3`;

interface ExposedRow {
  holder_id: string;
  person_id: string;
  person_number: string;
}

/**
 * Tells the AML desk of a customer with accounts who is found to hold a public position, or whose member does: a new
 * account waits for senior staff, the present ones need their decision to go on (docs/api/accounts.md#exposed-persons).
 * A decision was about the position of then, so each new position is told.
 */
@Injectable()
@MemberOf(CustomerWatchers)
export class RecordedPositions implements CustomerWatcher {
  readonly name = 'recorded-positions';

  constructor(private readonly alerts: AlertRaiser) {}

  async customerChanged(
    tx: Tx,
    institutionId: number,
    customerId: number,
    { isPositionNew }: CustomerChange = {},
  ): Promise<void> {
    const rows = await tx.query<ExposedRow[]>(EXPOSED, [institutionId, customerId]);
    for (const { holder_id: holderId, person_id: personId, person_number: number } of rows) {
      const isNew = isPositionNew === true && Number(personId) === customerId;
      const before = isNew ? await knownAlerts(tx, institutionId, holderId, personId) : 0;
      const role = holderId === personId ? 'The customer' : `Member ${number} of the customer`;
      await this.alerts.raise(tx, {
        institutionId,
        subjectType: 'customer',
        customerId: Number(holderId),
        source: 'name-screening',
        sourceId: SOURCE,
        publicName: 'Due diligence',
        score: SCORE,
        reasons: [{ text: `${role} holds a public position by the due diligence.`, contribution: SCORE }],
        facts: { kind: 'pep' },
        dedupeKey: `${SOURCE}:${holderId}:${personId}${before > 0 ? `:${before + 1}` : ''}`,
      });
    }
  }
}

async function knownAlerts(tx: Tx, institutionId: number, holderId: string, personId: string): Promise<number> {
  const [row] = await tx.query<{ known: number }[]>(KNOWN, [institutionId, holderId, personId]);
  return row!.known;
}
