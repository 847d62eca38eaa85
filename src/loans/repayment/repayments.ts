import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { addDays } from '../../common/time/calendar';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { sumOfAmounts, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { LoanAccounts } from '../contract/loan-accounts';
import { LoanBookkeeping, type LoanEntry } from '../contract/loan-bookkeeping';
import { LoanChange, loanLegs } from '../contract/loan-change';
import { type LoanStatus, RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { collectableKobo } from '../contract/summarise-loan';
import { VatLedger } from '../origination/loan-charges';
import { assertTakesPayments, type SharedPayment, sharePayment, type Shares } from './share-payment';
import { SurplusAccounts } from './surplus-accounts';

/** Money received for a loan. */
export interface IncomingPayment extends Omit<LoanEntry, 'otherLegs'>, SharedPayment {
  /** Legs of the money's source; they add up to the amount. */
  debits: readonly PostingLeg[];
  /** Account that receives a surplus; by default the linked account, or unclaimed funds when that is closed. */
  surplusAccountId?: number;
}

/** The result of a payment. */
export interface RepaymentResult extends Shares {
  postingId: number;
  postingReferenceNumber: string;
  outstandingKobo: bigint;
  status: LoanStatus;
}

/** Receives payments for loans. Payments from every source are shared among the debts here. */
@Injectable()
export class Repayments {
  constructor(
    private readonly bookkeeping: LoanBookkeeping,
    private readonly vat: VatLedger,
    private readonly surplusAccounts: SurplusAccounts,
    private readonly accounts: LoanAccounts,
  ) {}

  /**
   * Pays the oldest instalment first; a payment that reaches the payoff settles the loan, and its rest goes to the
   * account of the surplus. It locks accounts and posts, so call it
   * once in a transaction that has locked the loan.
   * @throws LOAN_STATUS_REFUSED (409), REPAYMENT_EXCEEDS_OUTSTANDING (422), and the errors of the ledger
   */
  async receive(tx: Tx, by: AuditAuthor, locked: LockedLoan, payment: IncomingPayment): Promise<RepaymentResult> {
    const change = new LoanChange(locked);
    const { loan, instalments } = locked;
    if (payment.takesSurplus !== true) assertTakesPayments(loan);
    const vatLedgerId = await this.vat.idFor(tx, by.institutionId, instalments);
    // The end of day charges for the last night, after it has collected.
    const dates = {
      paidOn: payment.businessDate,
      asOf: payment.businessDate,
      chargesAsOf: addDays(payment.businessDate, -1),
    };
    if (paysAhead(locked, payment)) await this.accounts.openAhead(tx, change);
    const shares = sharePayment(change, payment, dates, vatLedgerId);
    const surplus =
      shares.surplusKobo === 0n
        ? []
        : loanLegs(
            payment.surplusAccountId ?? (await this.surplusAccounts.of(tx, loan)),
            'credit',
            shares.surplusKobo,
            'principal',
          );
    const postingId = await this.bookkeeping.record(tx, by, [change], {
      ...payment,
      otherLegs: [...payment.debits, ...surplus],
    });
    if (postingId === null) throw new Error('The payment made no posting.');
    return {
      ...shares,
      postingId,
      postingReferenceNumber: postingReferenceNumber(postingId),
      outstandingKobo: collectableKobo(locked),
      status: loan.status,
    };
  }
}

/** True when a payment of a running loan is more than is due. */
function paysAhead(
  { loan, instalments }: LockedLoan,
  { amountKobo, businessDate }: Pick<IncomingPayment, 'amountKobo' | 'businessDate'>,
): boolean {
  if (!RUNNING_STATUSES.includes(loan.status)) return false;
  const due = instalments.filter(({ dueDate }) => dueDate <= businessDate);
  return amountKobo > totalKobo(sumOfAmounts(due.map(unpaidOf)));
}
