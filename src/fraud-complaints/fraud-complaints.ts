import { Injectable } from '@nestjs/common';
import { DepositAccount } from '../accounts/deposit-account.entity';
import { AccountStatusChanger } from '../accounts/status/account-status-changer';
import { AlertRaiser } from '../cases/alerts/alert-raiser';
import { AuditLog } from '../common/audit/audit-log';
import { IdAllocator } from '../common/database/id-allocator';
import { listPage } from '../common/database/list-page';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { nairaToKobo } from '../common/money/naira';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { Posting } from '../ledger/engine/posting.entity';
import { Payout } from '../payouts/payout.entity';
import { OUTWARD_TRANSFER } from '../transfers/outward/outward-transfer-kind';
import { assertNotDisputed } from './bulk-complaints';
import { ComplaintDeadlines } from './complaint-deadlines';
import { ComplaintLiens, DISPUTED } from './complaint-liens';
import { afterHours } from './complaint-timers';
import { complaintView, OVERDUE } from './complaint-view';
import { paymentOf, postedOf, sidesOf } from './disputed-payment';
import { FraudComplaint } from './fraud-complaint.entity';
import type {
  ComplaintView,
  ConcludeComplaintBody,
  ListComplaintsQuery,
  OpenComplaintBody,
  ProtectComplaintBody,
} from './fraud-complaints.dto';
import { fraudComplaintsErrors } from './fraud-complaints.errors';
import { FRAUD_REFUND_HOURS } from './fraud-complaints.settings';

const COMPLAINT_SCORE = 80;

/** A step on a complaint: its name in the audit log, what was sent, and what the audit log says of it. */
interface ComplaintStep {
  action: string;
  payload?: object;
  details?: object;
}

type Change = (tx: Tx, complaint: FraudComplaint) => Promise<Partial<FraudComplaint>>;

/** Complaints of customers about payments by fraud (docs/api/fraud-complaints.md). */
@Injectable()
export class FraudComplaints {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly settings: InstitutionSettings,
    private readonly deadlines: ComplaintDeadlines,
    private readonly alerts: AlertRaiser,
    private readonly liens: ComplaintLiens,
    private readonly statuses: AccountStatusChanger,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly audit: AuditLog,
  ) {}

  list(institutionId: number, filters: ListComplaintsQuery): Promise<Page<ComplaintView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { Status, Overdue, Direction } = filters;
      const now = this.clock.institutionNow(institutionId);
      const query = tx
        .createQueryBuilder(FraudComplaint, 'complaint')
        .where('complaint.institution_id = :institutionId', { institutionId })
        .orderBy('complaint.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (Status !== undefined) query.andWhere('complaint.status = :Status', { Status });
      if (Overdue !== undefined) query.andWhere(`${Overdue ? '' : 'NOT '}${OVERDUE}`, { now });
      return listPage(tx, query, filters, (complaint) => complaintView(complaint, now));
    });
  }

  /** @throws COMPLAINT_NOT_FOUND (404) */
  get(institutionId: number, id: number): Promise<ComplaintView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const complaint = await tx.findOneBy(FraudComplaint, { institutionId, id });
      if (!complaint) throw fraudComplaintsErrors.COMPLAINT_NOT_FOUND();
      return complaintView(complaint, this.clock.institutionNow(institutionId));
    });
  }

  /**
   * Opens a complaint with its timers; the customer who received the money gets an alert.
   * @throws POSTING_NOT_FOUND (404), COMPLAINT_EXISTS (409), COMPLAINT_AMOUNT (422)
   */
  open(write: WriteRequest, body: OpenComplaintBody): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, body, async (tx) => {
      const posting = await paymentOf(tx, await postedOf(tx, institutionId, body.posting));
      const disputedKobo = nairaToKobo(body.disputedAmount)!;
      const sides = await sidesOf(tx, posting);
      if (disputedKobo > sides.movedKobo) throw fraudComplaintsErrors.COMPLAINT_AMOUNT();
      await assertNotDisputed(tx, posting);
      const payout = await tx.findOneBy(Payout, { institutionId, postingId: posting.id, kind: OUTWARD_TRANSFER });
      const complaint: FraudComplaint = {
        ...(await this.deadlines.of(tx, posting, payout !== null)),
        ...NEW_COMPLAINT,
        institutionId,
        id: await this.ids.next(),
        postingId: posting.id,
        disputedKobo,
        victimId: sides.victim?.customerId ?? null,
        receivingAccountId: sides.receiver?.id ?? null,
        sessionId: payout?.sessionId ?? null,
        description: body.description,
        openedBy: actor,
      };
      await tx.insert(FraudComplaint, complaint);
      if (sides.receiver) await this.raise(tx, complaint, sides.receiver);
      await this.audited(tx, write, 'open', complaint.id);
      return Outcome.done(complaintView(complaint, complaint.receivedAt));
    });
  }

  /** @throws COMPLAINT_STATE (409) for a complaint that is acknowledged or concluded */
  acknowledge(write: WriteRequest, id: number): Promise<Outcome> {
    return this.change(write, id, { action: 'acknowledge' }, (_tx, complaint) => {
      if (complaint.acknowledgedAt !== null || complaint.concludedAt !== null)
        throw fraudComplaintsErrors.COMPLAINT_STATE();
      return Promise.resolve({ acknowledgedAt: this.now(complaint), status: 'investigating' });
    });
  }

  /**
   * Reserves the disputed sum on the receiving account, or stops its debits.
   * @throws COMPLAINT_STATE (409), COMPLAINT_NOT_OWN, INSUFFICIENT_FUNDS (422): freeze the account then
   */
  protect(write: WriteRequest, id: number, { measure }: ProtectComplaintBody): Promise<Outcome> {
    return this.change(write, id, { action: 'protect', payload: { measure } }, async (tx, complaint) => {
      const { institutionId, receivingAccountId: accountId } = complaint;
      if (complaint.concludedAt !== null) throw fraudComplaintsErrors.COMPLAINT_STATE();
      if (accountId === null) throw fraudComplaintsErrors.COMPLAINT_NOT_OWN();
      if (measure === 'lien') {
        if (complaint.hasLien) throw fraudComplaintsErrors.COMPLAINT_STATE();
        if (await tx.existsBy(Posting, { institutionId, reversesId: complaint.postingId, status: 'Posted' }))
          throw fraudComplaintsErrors.COMPLAINT_STATE(
            'The payment was reversed, so its money is no longer on the receiving account; conclude the complaint.',
          );
        await this.liens.place(tx, write, complaint, accountId);
        return { hasLien: true };
      }
      // Each freeze needs an unfreeze of its own, and the complaint has one reason for one.
      if (complaint.hasFrozen)
        throw fraudComplaintsErrors.COMPLAINT_STATE(
          'The complaint has frozen the receiving account before; freeze the account itself where that has ended.',
        );
      const account = await tx.findOneByOrFail(DepositAccount, { institutionId, id: accountId });
      const ledgerAccount = await this.ledgerAccounts.lock(tx, institutionId, accountId);
      await this.statuses.request(tx, write, { account, ledgerAccount, action: 'freeze', reason: DISPUTED });
      return { hasFrozen: true };
    });
  }

  /**
   * Ends the investigation. A rejection lifts the lien at once; of an upheld complaint it stays until the refund
   * (docs/api/fraud-complaints.md#money-under-lien). A freeze is lifted by the usual approval.
   */
  conclude(write: WriteRequest, id: number, { verdict, refund, rationale }: ConcludeComplaintBody): Promise<Outcome> {
    const step = { action: 'conclude', payload: { verdict, refund, rationale } };
    return this.change(write, id, step, async (tx, complaint) => {
      if (complaint.concludedAt !== null) throw fraudComplaintsErrors.COMPLAINT_STATE();
      const { institutionId, disputedKobo } = complaint;
      const concludedAt = this.now(complaint);
      // A verdict is final, and without a refund no money is due any more: a slip must not cost the customer.
      if (verdict === 'upheld' && (refund ?? null) === null)
        throw fraudComplaintsErrors.COMPLAINT_AMOUNT(
          'An upheld complaint needs its refund; name it, 0 where this institution refunds nothing.',
        );
      const refundKobo = nairaToKobo(refund ?? 0) ?? 0n;
      if (refundKobo > disputedKobo)
        throw fraudComplaintsErrors.COMPLAINT_AMOUNT('The refund is above the disputed amount; name at most that.');
      // A rejection lifts the lien at once, so it must be meant.
      if (verdict === 'rejected' && refundKobo > 0n)
        throw fraudComplaintsErrors.COMPLAINT_AMOUNT('A rejected complaint has no refund; leave it out or uphold.');
      const concluded = { status: verdict, rationale, concludedAt, concludedBy: write.actor, refundKobo };
      if (verdict === 'upheld') {
        const hours = Number(await this.settings.getWithin(tx, institutionId, FRAUD_REFUND_HOURS));
        return { ...concluded, refundDueAt: refundKobo === 0n ? null : afterHours(concludedAt, hours) };
      }
      await this.liens.release(tx, write, complaint);
      return { ...concluded, hasLien: false };
    });
  }

  /**
   * Changes a locked complaint, with its row of the audit log.
   * @throws COMPLAINT_NOT_FOUND (404) and the errors of `work`
   */
  change(write: WriteRequest, id: number, { action, payload, details }: ComplaintStep, work: Change): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { id, ...payload }, async (tx) => {
      const lock = { mode: 'for_no_key_update' } as const;
      const complaint = await tx.findOne(FraudComplaint, { where: { institutionId, id }, lock });
      if (!complaint) throw fraudComplaintsErrors.COMPLAINT_NOT_FOUND();
      const changes = await work(tx, complaint);
      await tx.update(FraudComplaint, { institutionId, id }, changes);
      await this.audited(tx, write, action, id, details);
      return Outcome.done(complaintView({ ...complaint, ...changes }, this.now(complaint)));
    });
  }

  private async raise(
    tx: Tx,
    { institutionId, id, postingId, disputedKobo }: FraudComplaint,
    receiver: DepositAccount,
  ): Promise<void> {
    await this.alerts.raise(tx, {
      institutionId,
      subjectType: 'account',
      customerId: receiver.customerId,
      accountId: receiver.id,
      source: 'complaint',
      sourceId: String(id),
      publicName: 'Complaint about a payment',
      score: COMPLAINT_SCORE,
      reasons: [{ text: 'A payment to the account is disputed as fraud', contribution: COMPLAINT_SCORE }],
      facts: { complaintId: id, disputedKobo: disputedKobo.toString() },
      postingIds: [postingId],
      dedupeKey: `complaint:${id}`,
    });
  }

  private now({ institutionId }: FraudComplaint): Date {
    return this.clock.institutionNow(institutionId);
  }

  private audited(tx: Tx, write: WriteRequest, action: string, id: number, details?: object): Promise<void> {
    const fact = { action: `fraud-complaint.${action}`, subject: `fraud-complaint:${id}` };
    return this.audit.record(tx, write, { ...fact, ...(details && { details }) });
  }
}

const NEW_COMPLAINT = {
  status: 'received' as const,
  acknowledgedAt: null,
  notifiedAt: null,
  recallStatus: null,
  recallAnswer: null,
  concludedAt: null,
  rationale: null,
  refundKobo: null,
  refundDueAt: null,
  refundedAt: null,
  refundPostingId: null,
  hasLien: false,
  hasFrozen: false,
  escalatedAt: null,
  concludedBy: null,
};
