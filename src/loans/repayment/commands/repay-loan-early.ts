import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApprovalGate } from '../../../approvals/approval-gate';
import { pendingApproval } from '../../../approvals/approval-rows';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import { type AuditAuthor, AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import { commonErrors } from '../../../common/errors/common.errors';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { formatNaira, koboToNaira, nairaToKobo } from '../../../common/money/naira';
import { postingReferenceNumber } from '../../../ledger/engine/posting.entity';
import type { PostingLeg } from '../../../ledger/engine/posting-request';
import { rowFacts } from '../../contract/instalment-amounts';
import type { Loan } from '../../contract/loan.entity';
import { LoanBookkeeping } from '../../contract/loan-bookkeeping';
import { LoanChange, loanLegs } from '../../contract/loan-change';
import { RUNNING_STATUSES } from '../../contract/loan-status';
import { Loans } from '../../contract/loans';
import { collectableKobo } from '../../contract/summarise-loan';
import { loansErrors } from '../../loans.errors';
import { VatLedger } from '../../origination/loan-charges';
import { assertOnLedger, CollectionsLedger } from '../collections-ledger';
import { repayEarly } from '../early-repayment';
import { assertOwnFunds } from '../own-funds';
import { assertReferenceUnused, assertWaitsOnce, repaymentView } from '../repayment-requests';
import { PAYMENT_OPTION, type RepayLoanEarlyBody, type RepaymentView } from '../repayments.dto';
import { settlementBoundKobo } from '../settlement-bound';

/** Repays a loan early: in full, or a part of the principal (docs/api/loans.md#early-repayment). */
export class RepayLoanEarly extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: RepayLoanEarlyBody,
  ) {
    super();
  }
}

export const LOAN_EARLY_REPAYMENT = 'loan-early-repayment';

/** Early repayments: at once, or after approval where a policy requires it. */
@Injectable()
export class EarlyRepayments {
  constructor(
    private readonly loans: Loans,
    private readonly ledgers: CollectionsLedger,
    private readonly bookkeeping: LoanBookkeeping,
    private readonly vat: VatLedger,
    private readonly gate: ApprovalGate,
    private readonly audit: AuditLog,
  ) {}

  /** Pays at once or requests approval. @throws as `pay` does */
  async request(tx: Tx, write: WriteRequest, body: RepayLoanEarlyBody): Promise<Outcome> {
    const { institutionId } = write;
    assertFieldsAgree(body);
    await assertReferenceUnused(tx, institutionId, LOAN_EARLY_REPAYMENT, body.referenceNumber);
    const loan = await this.loans.require(tx, institutionId, body.loanAccountNumber);
    assertRunning(loan);
    await this.ledgerOf(tx, loan, body);
    const amountKobo =
      body.amount === undefined || body.amount === null
        ? await settlementBoundKobo(tx, loan)
        : nairaToKobo(body.amount)!;
    const approvalId = await this.gate.ask(tx, write, {
      operation: LOAN_EARLY_REPAYMENT,
      amountKobo,
      summary:
        `Repay the loan ${loan.loanAccountNumber} early (option ${body.paymentOption}) from ` +
        `${body.source === 'CollectionsGL' ? `the ledger ${body.collectionsGL}` : `the account ${loan.linkedNumber}`} ` +
        `under the reference ${body.referenceNumber}, at most ${formatNaira(amountKobo)}`,
      details: { ...body },
    });
    if (approvalId === undefined) return Outcome.done(await this.pay(tx, write, body));
    await this.loans.lock(tx, institutionId, body.loanAccountNumber);
    await assertWaitsOnce(tx, institutionId, LOAN_EARLY_REPAYMENT, body.referenceNumber, approvalId);
    const { id, loanAccountNumber, status: loanStatus } = loan;
    return pendingApproval(approvalId, 'The early repayment is waiting for approval; nothing has been paid.', {
      id,
      loanAccountNumber,
      loanStatus,
    });
  }

  /**
   * Pays out of the own funds of the linked account, or from a ledger.
   * @param proceedsKobo proceeds of a loan that replaces this one, which count as own funds
   * @throws LOAN_NOT_FOUND, LEDGER_NOT_FOUND (404), LOAN_STATUS_REFUSED, DUPLICATE_REFERENCE (409), PAYOFF_DIFFERS,
   *   PREPAYMENT_TOO_SMALL, PREPAYMENT_TOO_LARGE, SCHEDULE_NOT_REMADE, INSUFFICIENT_FUNDS (422), and the errors of the
   *   ledger
   */
  async pay(tx: Tx, by: AuditAuthor, body: RepayLoanEarlyBody, proceedsKobo = 0n): Promise<RepaymentView> {
    const { institutionId } = by;
    const { loanAccountNumber, referenceNumber, paymentOption, notes } = body;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const locked = await this.loans.lock(tx, institutionId, loanAccountNumber);
    const { loan } = locked;
    await assertReferenceUnused(tx, institutionId, LOAN_EARLY_REPAYMENT, referenceNumber);
    assertRunning(loan);
    const ledgerId = await this.ledgerOf(tx, loan, body);
    const change = new LoanChange(locked);
    const replaced = locked.instalments.map(rowFacts);
    const wantedKobo = nairaToKobo(body.amount) ?? null;
    const asked = { day: businessDate, paymentOption, amountKobo: wantedKobo?.toString() ?? null };
    const vatLedgerId = await this.vat.idFor(tx, institutionId, locked.instalments);
    const { components, amountKobo } = repayEarly(change, { act: 'earlyRepayment', ...asked }, vatLedgerId);
    change.inputs = { act: 'earlyRepayment', ...asked, amountKobo: amountKobo.toString() };
    change.recordTransaction('EarlyRepayment', amountKobo, components, { paymentOption, replaced });
    const postingId = await this.bookkeeping.record(tx, by, [change], {
      postingKind: LOAN_EARLY_REPAYMENT,
      reference: referenceNumber,
      narration: narrationOf(body),
      origin: 'api',
      businessDate,
      amountKobo: amountKobo > 0n ? amountKobo : -amountKobo,
      otherLegs: sourceLegs(loan, ledgerId, amountKobo),
      notes: notes ?? null,
      // A refund goes to the linked account and needs no funds.
      ...(amountKobo <= 0n
        ? {}
        : {
            check: (accounts, freedKobo) =>
              ledgerId === undefined
                ? assertOwnFunds(accounts, [{ loan, amountKobo }], { freedKobo, proceedsKobo })
                : assertOnLedger(accounts, ledgerId, amountKobo),
          }),
    });
    if (postingId === null) throw new Error('The early repayment made no posting.');
    const details = {
      loanAccountNumber,
      referenceNumber,
      paymentOption,
      amount: koboToNaira(amountKobo),
      loanStatus: loan.status,
    };
    await this.audit.record(tx, by, { action: 'loan.repay-early', subject: `loan:${loan.id}`, details });
    const receipt = {
      postingId,
      postingReferenceNumber: postingReferenceNumber(postingId),
      components,
      recoveredKobo: 0n,
      surplusKobo: 0n,
      outstandingKobo: collectableKobo(locked),
      status: loan.status,
    };
    return repaymentView(loan, receipt, { referenceNumber, amountKobo });
  }

  private async ledgerOf(
    tx: Tx,
    loan: Loan,
    { source, collectionsGL }: RepayLoanEarlyBody,
  ): Promise<number | undefined> {
    return source === 'CollectionsGL' ? this.ledgers.require(tx, loan, collectionsGL!) : undefined;
  }
}

@CommandHandler(RepayLoanEarly)
export class RepayLoanEarlyHandler implements ICommandHandler<RepayLoanEarly> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly repayments: EarlyRepayments,
  ) {}

  async execute({ write, body }: RepayLoanEarly): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.repayments.request(tx, write, body));
  }
}

function narrationOf({ paymentOption, loanAccountNumber }: RepayLoanEarlyBody): string {
  const kind = paymentOption === PAYMENT_OPTION.FullSettlement ? 'Settlement' : 'Early repayment';
  return `${kind} of loan ${loanAccountNumber}`;
}

/** @throws VALIDATION_FAILED (400) */
function assertFieldsAgree({ paymentOption, amount, source, collectionsGL }: RepayLoanEarlyBody): void {
  const refuse = (field: string, message: string): never => {
    throw commonErrors.VALIDATION_FAILED(`${field} ${message}.`, { errors: [{ field, message }] });
  };
  const fromLedger = source === 'CollectionsGL';
  const hasLedger = collectionsGL !== undefined && collectionsGL !== null;
  if (fromLedger && !hasLedger) refuse('collectionsGL', 'is required when source is CollectionsGL');
  if (!fromLedger && hasLedger) refuse('collectionsGL', 'is only allowed when source is CollectionsGL');
  if (paymentOption !== PAYMENT_OPTION.FullSettlement && (amount === undefined || amount === null))
    refuse('amount', 'is required for a part payment');
}

/** @throws LOAN_STATUS_REFUSED (409) */
function assertRunning({ status, loanAccountNumber }: Loan): void {
  if (!RUNNING_STATUSES.includes(status))
    throw loansErrors.LOAN_STATUS_REFUSED(
      `The loan ${loanAccountNumber} is ${status}; only a running loan can be repaid early.`,
      { loanStatus: status },
    );
}

function sourceLegs(loan: Loan, ledgerId: number | undefined, amountKobo: bigint): PostingLeg[] {
  if (amountKobo <= 0n) return loanLegs(loan.linkedAccountId, 'credit', -amountKobo, 'principal');
  return ledgerId === undefined
    ? loanLegs(loan.linkedAccountId, 'debit', amountKobo, 'principal')
    : [{ accountId: ledgerId, side: 'debit', amountKobo, role: 'principal' }];
}
