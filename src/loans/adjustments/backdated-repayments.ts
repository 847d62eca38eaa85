import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira, koboToNaira, nairaToKobo } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { LoanAccounts } from '../contract/loan-accounts';
import { LoanBookkeeping, type LoanEntry } from '../contract/loan-bookkeeping';
import { LoanChange, loanLegs } from '../contract/loan-change';
import { loanRequest } from '../contract/loan-request.operation';
import { Loans, type LockedLoan } from '../contract/loans';
import { correctedChange } from '../history/corrected-change';
import { LoanPasts } from '../history/loan-pasts';
import { REVERSIBLE_STATUSES } from '../history/loan-reversals';
import { planBackdatedPayment, type PlannedPayment } from '../history/plan-backdated-payment';
import { sentSince } from '../history/sent-since';
import { assertOnLedger, CollectionsLedger } from '../repayment/collections-ledger';
import { LOAN_REPAYMENT } from '../repayment/commands/repay-loan';
import { assertReferenceUnused } from '../repayment/repayment-requests';
import { SurplusAccounts } from '../repayment/surplus-accounts';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { StaffChanges } from '../servicing/staff-changes';
import type { BackdatedRepaymentBody } from './adjustments.dto';

export const LOAN_BACKDATED_REPAYMENT = 'loan-backdated-repayment';

/** Money that was received on an earlier day, and how it is posted today. */
export interface PastMoney extends Omit<LoanEntry, 'otherLegs' | 'actDate'> {
  valueDate: string;
  /** Legs of the money's source; they add up to the amount. */
  debits: LoanEntry['otherLegs'];
}

/** Repayments with a value date in the past, after approval (docs/api/loans.md#backdated-repayment). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class BackdatedRepayments implements ApprovalSubject {
  readonly operation = LOAN_BACKDATED_REPAYMENT;
  readonly title = 'Backdated loan repayment';
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly loans: Loans,
    private readonly changes: StaffChanges,
    private readonly bookkeeping: LoanBookkeeping,
    private readonly accounts: LoanAccounts,
    private readonly pasts: LoanPasts,
    private readonly ledgers: CollectionsLedger,
    private readonly surplusAccounts: SurplusAccounts,
    private readonly audit: AuditLog,
  ) {}

  /** The repayment is worked out before it is asked for, so that nobody decides on one that cannot be made. */
  async request(tx: Tx, write: WriteRequest, loanId: number, body: BackdatedRepaymentBody): Promise<Outcome> {
    const { institutionId } = write;
    const { referenceNumber, valueDate } = body;
    await assertReferenceUnused(tx, institutionId, LOAN_REPAYMENT, referenceNumber);
    const businessDate = await lockBusinessDate(tx, institutionId);
    const locked = await this.loans.lockById(tx, institutionId, loanId);
    await this.ledgers.require(tx, locked.loan, body.collectionsGL);
    const amountKobo = nairaToKobo(body.amount)!;
    await this.plan(tx, locked, { amountKobo, valueDate, businessDate });
    return this.changes.request(
      tx,
      write,
      { loanId },
      {
        operation: LOAN_BACKDATED_REPAYMENT,
        title: `Book a repayment of ${formatNaira(amountKobo)} of ${valueDate} under the reference ${referenceNumber} to`,
        body: { ...body },
        attempt: () => undefined,
        statuses: REVERSIBLE_STATUSES,
        amountKobo,
        facts: { sentBefore: await sentSince(tx, locked.loan, valueDate, businessDate) },
      },
    );
  }

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, maker } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { loans, body } = await this.changes.lockApproved<BackdatedRepaymentBody>(tx, approval, REVERSIBLE_STATUSES);
    const locked = loans[0]!;
    const { amount, valueDate, referenceNumber, reason } = body;
    await assertReferenceUnused(tx, institutionId, LOAN_REPAYMENT, referenceNumber);
    const ledgerId = await this.ledgers.require(tx, locked.loan, body.collectionsGL);
    const amountKobo = nairaToKobo(amount)!;
    const by = { institutionId, actor: maker };
    const { loanAccountNumber, id: loanId } = locked.loan;
    await this.book(tx, by, locked, {
      postingKind: LOAN_REPAYMENT,
      reference: referenceNumber,
      narration: `Repayment of loan ${loanAccountNumber} of ${valueDate}`,
      origin: 'portal',
      operation: loanRequest.with({ metadata: null }),
      businessDate,
      valueDate,
      amountKobo,
      debits: [{ accountId: ledgerId, side: 'debit', amountKobo, role: 'principal' }],
      notes: reason,
      check: (accounts) => assertOnLedger(accounts, ledgerId, amountKobo),
    });
    const details = { loanAccountNumber, referenceNumber, valueDate, amount, reason, approvedBy: actorName(staff) };
    await this.audit.record(tx, by, { action: 'loan.repay-backdated', subject: `loan:${loanId}`, details });
  }

  async onDeclined(tx: Tx, approval: Approval): Promise<void> {
    await this.changes.clearDeclined(tx, approval);
  }

  /** Books money of an earlier day to a locked loan: everything on the business date. @throws as `plan` does */
  async book(tx: Tx, by: AuditAuthor, locked: LockedLoan, money: PastMoney): Promise<void> {
    const { debits, valueDate, amountKobo, businessDate, ...entry } = money;
    const opening = new LoanChange(locked);
    await this.accounts.openAhead(tx, opening);
    const planned = await this.plan(tx, locked, { amountKobo, valueDate, businessDate });
    const { after, legs, surplusKobo, components, before, inputs } = planned;
    const change = correctedChange(locked, after, [...opening.legs, ...legs]);
    change.before = before;
    change.inputs = inputs;
    const details = { backdated: true, surplus: koboToNaira(surplusKobo) };
    change.recordTransaction('Repayment', amountKobo, components, details);
    const surplus =
      surplusKobo === 0n
        ? []
        : loanLegs(await this.surplusAccounts.of(tx, locked.loan), 'credit', surplusKobo, 'principal');
    await this.bookkeeping.record(tx, by, [change], {
      ...entry,
      businessDate,
      actDate: valueDate,
      amountKobo,
      otherLegs: [...debits, ...surplus],
    });
  }

  /** @throws LOAN_VALUE_DATE_REFUSED, LOAN_REVERSAL_STOPPED, LOAN_HISTORY_NOT_PROVED, REPAYMENT_EXCEEDS_OUTSTANDING */
  async plan(
    tx: Tx,
    locked: LockedLoan,
    { amountKobo, valueDate, businessDate }: { amountKobo: bigint; valueDate: string; businessDate: string },
  ): Promise<PlannedPayment> {
    return planBackdatedPayment({ ...(await this.pasts.load(tx, locked, businessDate)), amountKobo, valueDate });
  }
}
