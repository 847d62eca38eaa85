import { Injectable } from '@nestjs/common';
import { adminPermissions } from '../admin/admin.permissions';
import { amlPermissions } from '../aml/aml.permissions';
import { Approval } from '../approvals/approval.entity';
import { approvalsPermissions } from '../approvals/approvals.permissions';
import { DecidableOperations } from '../approvals/decidable-operations';
import { DECIDABLE } from '../approvals/queries/list-approvals';
import { billsPermissions } from '../bills/bills.permissions';
import { cardsPermissions } from '../cards/cards.permissions';
import type { Tx } from '../common/database/unit-of-work';
import { actorName, type StaffActor } from '../common/http/actor';
import { koboToNaira } from '../common/money/naira';
import { endOfDayPermissions } from '../end-of-day/end-of-day.permissions';
import { loansPermissions } from '../loans/loans.permissions';
import { messagingPermissions } from '../messaging/messaging.permissions';
import { settlementPermissions } from '../settlement/settlement.permissions';
import { transfersPermissions } from '../transfers/transfers.permissions';
import type { ApprovalWorkView, OwnWorkView, WorkView } from './work.dto';

/** No count reads more rows than this, however many there are. */
export const COUNTED_MAX = 1_000;

/** Each condition repeats the literals of an index, because the planner uses a partial index only for them. */
const COUNTED = {
  transfersUnresolved: `payout WHERE institution_id = $1 AND kind = 'outward-transfer'
    AND (status IN ('Failed', 'ConfirmManually') OR disputed)`,
  billsUnresolved: `payout WHERE institution_id = $1 AND kind = 'bill-vend'
    AND (status IN ('Failed', 'ConfirmManually') OR disputed)`,
  inwardInSuspense: `inward_transfer WHERE institution_id = $1 AND status = 'InSuspense'`,
  forcedCardItems: `card_transaction WHERE institution_id = $1 AND forced`,
  loansWaiting: `loan WHERE institution_id = $1 AND status = 'PendingApproval'`,
  openExceptions: `end_of_day_exception WHERE institution_id = $1 AND resolved_at IS NULL`,
  deadLetters: `job WHERE institution_id = $1 AND status = 'dead'`,
  messagesFailed: `message WHERE institution_id = $1 AND status = 'Failed'`,
  settlementUnmatched: `settlement_line WHERE institution_id = $1 AND result IN ('AmountDiffers', 'Unmatched')`,
  openHolds: `aml_hold WHERE institution_id = $1 AND status = 'Held'`,
  pendingApprovals: `approval WHERE institution_id = $1 AND status = 'Pending'`,
} as const;
type Counted = keyof typeof COUNTED;

/** The statement of one count, which reads at most `max` rows. */
export function workCountStatement(name: Counted, max = COUNTED_MAX): string {
  return `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${COUNTED[name]} LIMIT ${max}) AS counted`;
}

const FACTS = `SELECT i.business_date::text AS "businessDate",
    (SELECT min(created_at) FROM aml_hold WHERE institution_id = $1 AND status = 'Held') AS "oldestHoldAt",
    run.status AS "dayStatus",
    (SELECT s.step FROM end_of_day_step s WHERE s.institution_id = $1 AND s.date = run.date AND s.finished_at IS NULL
      ORDER BY s.started_at DESC LIMIT 1) AS "dayStep",
    ${(Object.keys(COUNTED) as Counted[])
      .map(
        (name) =>
          `(${workCountStatement(name, name === 'pendingApprovals' ? 2 * COUNTED_MAX : COUNTED_MAX)}) AS "${name}"`,
      )
      .join(',\n    ')}
  FROM institution i
  LEFT JOIN LATERAL (SELECT status, date FROM end_of_day_run WHERE institution_id = $1 ORDER BY date DESC LIMIT 1) run
    ON true
  WHERE i.institution_id = $1`;

const OWN = `SELECT
  (SELECT count(*)::int FROM (SELECT 1 FROM approval
    WHERE institution_id = $1 AND maker = $2 AND status = 'Pending' LIMIT ${COUNTED_MAX}) a) AS submitted,
  (SELECT count(*)::int FROM (SELECT 1 FROM approval
    WHERE institution_id = $1 AND maker = $2 AND status = 'Declined'
      AND created_at > institution_now() - interval '30 days' LIMIT ${COUNTED_MAX}) a) AS declined`;

/** The counts of an institution, the same for all of its staff. */
export type InstitutionWork = Record<Counted, number> & {
  businessDate: string;
  oldestHoldAt: Date | null;
  dayStatus: string | null;
  dayStep: string | null;
};

/** Counts of the work that waits for staff (docs/api/staff-work.md). */
@Injectable()
export class WorkCounts {
  constructor(private readonly operations: DecidableOperations) {}

  /** The counts that all members share. */
  async ofInstitution(tx: Tx, institutionId: number): Promise<InstitutionWork> {
    const [work] = await tx.query<[InstitutionWork]>(FACTS, [institutionId]);
    return work;
  }

  /** The counts that one member may see, with those that are the member's own. */
  async ofMember(tx: Tx, staff: StaffActor, work: InstitutionWork): Promise<WorkView> {
    const may = (permission: string): boolean => staff.permissions.has(permission);
    const seen = (permission: string, name: Counted): number | null => (may(permission) ? work[name] : null);
    return {
      businessDate: work.businessDate,
      amlHolds: may(amlPermissions.viewAml) ? { open: work.openHolds, oldestAt: work.oldestHoldAt } : null,
      approvals: may(approvalsPermissions.viewApprovals)
        ? await this.approvals(tx, staff, work.pendingApprovals)
        : null,
      transfersUnresolved: seen(transfersPermissions.viewUnresolved, 'transfersUnresolved'),
      billsUnresolved: seen(billsPermissions.viewBills, 'billsUnresolved'),
      inwardInSuspense: seen(transfersPermissions.viewInward, 'inwardInSuspense'),
      forcedCardItems: seen(cardsPermissions.viewCards, 'forcedCardItems'),
      loansWaiting: seen(loansPermissions.viewLoans, 'loansWaiting'),
      endOfDay:
        may(endOfDayPermissions.viewEndOfDay) && work.dayStatus !== null
          ? { status: work.dayStatus, step: work.dayStep, openExceptions: work.openExceptions }
          : null,
      deadLetters: seen(adminPermissions.viewDeadLetters, 'deadLetters'),
      messagesFailed: seen(messagingPermissions.viewMessages, 'messagesFailed'),
      settlementUnmatched: seen(settlementPermissions.viewReports, 'settlementUnmatched'),
      mine: await this.own(tx, staff),
    };
  }

  private async approvals(tx: Tx, staff: StaffActor, pending: number): Promise<ApprovalWorkView> {
    const operations = this.operations.decidableBy(staff.permissions);
    const hidden = this.operations.hiddenFrom(staff.permissions).filter((name) => !operations.includes(name));
    const decidable = tx
      .createQueryBuilder(Approval, 'approval')
      .select(['approval.created_at AS created_at', 'approval.amount_kobo AS amount_kobo'])
      .where('approval.institution_id = :institutionId', { institutionId: staff.institutionId })
      .andWhere(DECIDABLE, {
        actor: actorName(staff),
        staffId: staff.id,
        operations: ['', ...operations],
      })
      .limit(COUNTED_MAX);
    const [sql, values] = decidable.getQueryAndParameters();
    const place = values.length;
    const [row] = await tx.query<[{ count: number; hidden: number; oldest: Date | null; largest: string | null }]>(
      `SELECT count(*)::int AS count, min(created_at) AS oldest, max(amount_kobo)::text AS largest,
         (SELECT count(*)::int FROM (SELECT 1 FROM approval WHERE institution_id = $${place + 1} AND status = 'Pending'
            AND operation = ANY($${place + 2}) LIMIT ${COUNTED_MAX}) h) AS hidden
       FROM (${sql}) d`,
      [...(values as unknown[]), staff.institutionId, hidden],
    );
    return {
      decidable: row.count,
      waitingForOthers: Math.min(COUNTED_MAX, Math.max(0, pending - row.count - row.hidden)),
      oldestAt: row.oldest,
      largestAmount: row.largest === null ? null : koboToNaira(BigInt(row.largest)),
    };
  }

  private async own(tx: Tx, staff: StaffActor): Promise<OwnWorkView> {
    const [own] = await tx.query<[OwnWorkView]>(OWN, [staff.institutionId, actorName(staff)]);
    return own;
  }
}
