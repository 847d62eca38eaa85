import { Injectable } from '@nestjs/common';
import { DepositAccount } from '../accounts/deposit-account.entity';
import { Liens } from '../accounts/liens/liens';
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
import { Payout } from '../payouts/payout.entity';
import { OUTWARD_TRANSFER } from '../transfers/outward/outward-transfer-kind';
import { ComplaintDeadlines } from './complaint-deadlines';
import { afterHours } from './complaint-timers';
import { complaintView, OVERDUE } from './complaint-view';
import { postedOf, sidesOf } from './disputed-payment';
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
/** Staff and clients read the reason of a lien or a freeze, so it names no suspicion. */
const REASON = 'Disputed payment';

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
    private readonly liens: Liens,
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
      const posting = await postedOf(tx, institutionId, body.posting);
      const disputedKobo = nairaToKobo(body.disputedAmount)!;
      if (disputedKobo > posting.amountKobo) throw fraudComplaintsErrors.COMPLAINT_AMOUNT();
      const lock = `SELECT pg_advisory_xact_lock(hashtextextended('fraud-complaint:' || $1 || ':' || $2, 0))`;
      await tx.query(lock, [institutionId, posting.id]);
      if (await tx.existsBy(FraudComplaint, { institutionId, postingId: posting.id }))
        throw fraudComplaintsErrors.COMPLAINT_EXISTS();
      const sides = await sidesOf(tx, posting);
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
    return this.change(write, id, 'acknowledge', {}, (_tx, complaint) => {
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
    return this.change(write, id, 'protect', { measure }, async (tx, complaint) => {
      const { institutionId, receivingAccountId: accountId, disputedKobo: amountKobo } = complaint;
      if (complaint.concludedAt !== null) throw fraudComplaintsErrors.COMPLAINT_STATE();
      if (accountId === null) throw fraudComplaintsErrors.COMPLAINT_NOT_OWN();
      if (measure === 'lien') {
        if (complaint.hasLien) throw fraudComplaintsErrors.COMPLAINT_STATE();
        const terms = { amountKobo, reason: REASON, expiryDate: null, formOfLien: null };
        await this.liens.place(tx, write, { accountId, ...terms, origin: { heldFor: heldFor(id) } });
        return { hasLien: true };
      }
      const account = await tx.findOneByOrFail(DepositAccount, { institutionId, id: accountId });
      const ledgerAccount = await this.ledgerAccounts.lock(tx, institutionId, accountId);
      await this.statuses.request(tx, write, { account, ledgerAccount, action: 'freeze', reason: REASON });
      return { hasFrozen: true };
    });
  }

  /** Ends the investigation; a rejection lifts the lien. A freeze is lifted by the usual approval. */
  conclude(write: WriteRequest, id: number, { verdict, refund, rationale }: ConcludeComplaintBody): Promise<Outcome> {
    return this.change(write, id, 'conclude', { verdict, refund, rationale }, async (tx, complaint) => {
      if (complaint.concludedAt !== null) throw fraudComplaintsErrors.COMPLAINT_STATE();
      const { institutionId, disputedKobo, hasLien } = complaint;
      const concludedAt = this.now(complaint);
      const refundKobo = verdict === 'upheld' ? (nairaToKobo(refund ?? 0) ?? 0n) : 0n;
      if (refundKobo > disputedKobo) throw fraudComplaintsErrors.COMPLAINT_AMOUNT();
      const concluded = { status: verdict, rationale, concludedAt, concludedBy: write.actor, refundKobo };
      if (verdict === 'upheld') {
        const hours = Number(await this.settings.getWithin(tx, institutionId, FRAUD_REFUND_HOURS));
        return { ...concluded, refundDueAt: refundKobo === 0n ? null : afterHours(concludedAt, hours) };
      }
      if (hasLien) await this.releaseLien(tx, write, id);
      return { ...concluded, hasLien: false };
    });
  }

  /** Notes the posting that refunded the customer. @throws COMPLAINT_STATE (409), COMPLAINT_REFUND (422) */
  refunded(write: WriteRequest, id: number, number: string): Promise<Outcome> {
    return this.change(write, id, 'refund', { posting: number }, async (tx, complaint) => {
      if (complaint.status !== 'upheld' || complaint.refundDueAt === null)
        throw fraudComplaintsErrors.COMPLAINT_STATE();
      const posting = await postedOf(tx, complaint.institutionId, number);
      const { receiver } = await sidesOf(tx, posting);
      const isOfComplaint =
        posting.id !== complaint.postingId &&
        posting.amountKobo === complaint.refundKobo &&
        complaint.victimId !== null &&
        receiver?.customerId === complaint.victimId;
      if (!isOfComplaint) throw fraudComplaintsErrors.COMPLAINT_REFUND();
      return { status: 'refunded', refundedAt: this.now(complaint), refundPostingId: posting.id };
    });
  }

  /**
   * Changes a locked complaint, with its row of the audit log.
   * @throws COMPLAINT_NOT_FOUND (404) and the errors of `work`
   */
  change(write: WriteRequest, id: number, action: string, payload: object, work: Change): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { id, ...payload }, async (tx) => {
      const lock = { mode: 'for_no_key_update' } as const;
      const complaint = await tx.findOne(FraudComplaint, { where: { institutionId, id }, lock });
      if (!complaint) throw fraudComplaintsErrors.COMPLAINT_NOT_FOUND();
      const changes = await work(tx, complaint);
      await tx.update(FraudComplaint, { institutionId, id }, changes);
      await this.audited(tx, write, action, id);
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

  private async releaseLien(tx: Tx, write: WriteRequest, id: number): Promise<void> {
    const lien = await this.liens.lockHeldFor(tx, write.institutionId, heldFor(id));
    if (lien) await this.liens.release(tx, write, lien);
  }

  private now({ institutionId }: FraudComplaint): Date {
    return this.clock.institutionNow(institutionId);
  }

  private audited(tx: Tx, write: WriteRequest, action: string, id: number): Promise<void> {
    return this.audit.record(tx, write, { action: `fraud-complaint.${action}`, subject: `fraud-complaint:${id}` });
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

/** The reference of the lien, which the customer can read. */
const heldFor = (id: number): string => `dispute:${id}`;
