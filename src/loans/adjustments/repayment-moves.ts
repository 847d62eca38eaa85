import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { loanLegs } from '../contract/loan-change';
import type { LoanEvent } from '../contract/loan-event.entity';
import { movedLoanPayment } from '../contract/loan-request.operation';
import { Loans, type LockedLoan } from '../contract/loans';
import { LoanReversals, REVERSIBLE_STATUSES } from '../history/loan-reversals';
import { madeAs } from '../history/repeat-act';
import { sentSince } from '../history/sent-since';
import { loansErrors } from '../loans.errors';
import { LOAN_REPAYMENT } from '../repayment/commands/repay-loan';
import { Repayments } from '../repayment/repayments';
import { assertTakesPayments } from '../repayment/share-payment';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { StaffChanges } from '../servicing/staff-changes';
import type { MoveRepaymentBody } from './adjustments.dto';
import { BackdatedRepayments } from './backdated-repayments';

export const LOAN_REPAYMENT_MOVE = 'loan-repayment-move';

/** What an approved move was asked for. */
type AskedMove = MoveRepaymentBody & { fromId: number };

/** A repayment that moves, and the two loans. */
interface Move {
  from: LockedLoan;
  to: LockedLoan;
  body: AskedMove;
  businessDate: string;
}

/**
 * Moves a repayment to the loan that it was for: one approval, and one transaction in which it is reversed here
 * and paid
 * there as of its own day (docs/api/loans.md#moved-repayment).
 */
@Injectable()
@MemberOf(ApprovalSubjects)
export class RepaymentMoves implements ApprovalSubject {
  readonly operation = LOAN_REPAYMENT_MOVE;
  readonly title = 'Move of a loan repayment';
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly loans: Loans,
    private readonly changes: StaffChanges,
    private readonly reversals: LoanReversals,
    private readonly backdated: BackdatedRepayments,
    private readonly repayments: Repayments,
    private readonly audit: AuditLog,
  ) {}

  /** Both halves are worked out before they are asked for. */
  async request(tx: Tx, write: WriteRequest, fromId: number, asked: MoveRepaymentBody): Promise<Outcome> {
    const { institutionId } = write;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { id: toId } = await this.loans.require(tx, institutionId, asked.loanAccountNumber);
    if (toId === fromId)
      throw loansErrors.LOAN_PAYMENT_NOT_MOVABLE('The repayment is on this loan already; name another one.');
    const locked = new Map<number, LockedLoan>();
    for (const id of [fromId, toId].sort((one, other) => one - other))
      locked.set(id, await this.loans.lockById(tx, institutionId, id));
    const [from, to] = [locked.get(fromId)!, locked.get(toId)!];
    const { reversed } = await this.reversals.plan(tx, from, asked.eventId, businessDate);
    assertMovable(reversed, from);
    assertTakesPayments(to.loan);
    const valueDate = dayOf(reversed, to);
    if (valueDate < businessDate)
      await this.backdated.plan(tx, to, { amountKobo: reversed.amountKobo, valueDate, businessDate });
    return this.changes.request(
      tx,
      write,
      // Approved changes lock their loans in this order, which is the order of the end of day.
      { loanIds: [...locked.keys()] },
      {
        operation: LOAN_REPAYMENT_MOVE,
        title:
          `Move ${reversed.reference} of ${formatNaira(reversed.amountKobo)} on ${reversed.valueDate} from the loan ` +
          `${from.loan.loanAccountNumber} to ${to.loan.loanAccountNumber}:`,
        body: { ...asked, fromId },
        attempt: () => undefined,
        statuses: REVERSIBLE_STATUSES,
        amountKobo: reversed.amountKobo,
        facts: { sentBefore: await sentSince(tx, from.loan, reversed.valueDate, businessDate) },
      },
    );
  }

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, maker } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { loans, body } = await this.changes.lockApproved<AskedMove>(tx, approval, REVERSIBLE_STATUSES);
    const from = loans.find(({ loan }) => loan.id === body.fromId)!;
    const to = loans.find(({ loan }) => loan.id !== body.fromId)!;
    const by = { institutionId, actor: maker };
    const move = { from, to, body, businessDate };
    const reversed = await this.reversals.reverse(tx, by, from, { ...body, businessDate });
    assertMovable(reversed, from);
    await this.pay(tx, by, move, reversed);
    const details = {
      from: from.loan.loanAccountNumber,
      to: to.loan.loanAccountNumber,
      reference: `MV-${reversed.id}`,
      moves: reversed.reference,
      amount: koboToNaira(reversed.amountKobo),
      reason: body.reason,
      approvedBy: actorName(staff),
    };
    for (const { loan } of [from, to])
      await this.audit.record(tx, by, { action: 'loan.move-repayment', subject: `loan:${loan.id}`, details });
  }

  async onDeclined(tx: Tx, approval: Approval): Promise<void> {
    await this.changes.clearDeclined(tx, approval);
  }

  /** Pays the other loan as of the day of the repayment, or of its own disbursement when that was later. */
  private async pay(
    tx: Tx,
    by: AuditAuthor,
    { from, to, body, businessDate }: Move,
    reversed: LoanEvent,
  ): Promise<void> {
    const { amountKobo, id, reference } = reversed;
    const valueDate = dayOf(reversed, to);
    const entry = {
      postingKind: LOAN_REPAYMENT,
      reference: `MV-${id}`,
      narration: `Repayment ${reference} of ${reversed.valueDate}, moved from loan ${from.loan.loanAccountNumber}`,
      origin: 'portal' as const,
      ...(isOtherBorrower(from, to) ? { operation: movedLoanPayment.with({}) } : {}),
      businessDate,
      amountKobo,
      debits: moneyOf(reversed, from, to),
      notes: body.reason,
    };
    if (valueDate < businessDate) await this.backdated.book(tx, by, to, { ...entry, valueDate });
    else await this.repayments.receive(tx, by, to, { ...entry, kind: 'Repayment' });
  }
}

function isOtherBorrower(from: LockedLoan, to: LockedLoan): boolean {
  return from.loan.customerId !== to.loan.customerId;
}

/** The day from which the payment counts on the other loan. */
function dayOf({ valueDate }: LoanEvent, { loan }: LockedLoan): string {
  const { disbursementDate } = loan;
  return disbursementDate !== null && disbursementDate > valueDate ? disbursementDate : valueDate;
}

/**
 * The ledger that was debited. The money of another borrower goes over that borrower's linked account, which AML
 * screens.
 */
function moneyOf({ sourceLegs, amountKobo }: LoanEvent, from: LockedLoan, to: LockedLoan): PostingLeg[] {
  const debits = sourceLegs!
    .filter(({ side }) => side === 'debit')
    .map(({ accountId, side, amountKobo: kobo }): PostingLeg => ({
      accountId,
      side,
      amountKobo: BigInt(kobo),
      role: 'principal',
      namedByCaller: false,
    }));
  if (!isOtherBorrower(from, to)) return debits;
  const { linkedAccountId } = to.loan;
  return [
    ...debits,
    ...loanLegs(linkedAccountId, 'credit', amountKobo, 'principal'),
    ...loanLegs(linkedAccountId, 'debit', amountKobo, 'principal'),
  ];
}

/** @throws LOAN_PAYMENT_NOT_MOVABLE (422) for what was no repayment, or was paid by the linked account */
function assertMovable(event: LoanEvent, { loan }: LockedLoan): void {
  const isPaidByLedger = event.sourceLegs?.every(
    ({ side, accountId }) => side === 'credit' || accountId !== loan.linkedAccountId,
  );
  if (event.inputs['act'] === 'payment' && madeAs(event) === 'Repayment' && isPaidByLedger === true) return;
  throw loansErrors.LOAN_PAYMENT_NOT_MOVABLE();
}
