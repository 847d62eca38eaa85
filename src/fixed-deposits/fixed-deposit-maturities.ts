import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import type { PostingLeg } from '../ledger/engine/posting-request';
import { contractNoOf } from './contract-no';
import { accrualLegs, interestPaymentLegs, type Payee, principalLegs } from './deposit-legs';
import { FixedDeposit } from './fixed-deposit.entity';
import { DEPOSIT_END_OF_DAY_ACTOR, PAYMENT_POSTING, ROLLOVER_EVENT } from './fixed-deposit-kinds';
import { FixedDepositOffers } from './fixed-deposit-offers';
import type { FixedDepositPart } from './fixed-deposit-part.entity';
import { FixedDepositPayees } from './fixed-deposit-payees';
import { FixedDepositPostings } from './fixed-deposit-postings';
import { FixedDeposits } from './fixed-deposits';
import { decideMaturity } from './interest/decide-maturity';
import { interestKobo, shareKobo } from './interest/interest-to-date';
import { nextDueDate } from './interest/payment-dates';
import { termDates } from './interest/term-dates';

/** The interest that a payment settles. */
interface DueInterest {
  /** Earned to date and not booked as an expense yet. */
  unbookedKobo: bigint;
  /** Earned to date in total. */
  accruedKobo: bigint;
  dueKobo: bigint;
  taxKobo: bigint;
}

/**
 * Pays monthly interest and ends terms (`docs/domain/deposits-and-interest.md#52-maturity-and-rollover`). A rollover
 * marks the row of the old term `RolledOver` and begins the next one on the maturity date, with its own contract
 * number, the same account number and the same account of record: remaining principal does not move.
 * `FixedDepositOffers.renewed` gives the next term its terms.
 */
@Injectable()
export class FixedDepositMaturities {
  constructor(
    private readonly deposits: FixedDeposits,
    private readonly offers: FixedDepositOffers,
    private readonly payees: FixedDepositPayees,
    private readonly postings: FixedDepositPostings,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * Pays or rolls over a locked deposit that is due. The postings have the value date of today.
   * @param today the business date that has begun.
   * @returns false when nothing was due.
   * @throws ACCOUNT_CLOSED (409) when no account can receive the money.
   */
  async run(tx: Tx, deposit: FixedDeposit, today: string): Promise<boolean> {
    const step = decideMaturity(deposit, today);
    if (step.kind === 'nothing') return false;
    const parts = await this.deposits.partsOfOne(tx, deposit);
    if (step.kind === 'pay-interest') await this.payInterest(tx, deposit, parts, step.through, today);
    else if (step.kind === 'pay-out') await this.payOut(tx, deposit, parts, today);
    else await this.rollOver(tx, deposit, parts, today, step.withInterest);
    return true;
  }

  private async payInterest(
    tx: Tx,
    deposit: FixedDeposit,
    parts: FixedDepositPart[],
    through: string,
    today: string,
  ): Promise<void> {
    const due = dueInterest(deposit, parts, through, today);
    const payee = await this.payees.lock(tx, deposit);
    const legs = [...accrualLegs(deposit, due.unbookedKobo), ...interestPaymentLegs(deposit, payee, due.dueKobo)];
    await this.post(tx, deposit, { today, through, event: 'interest', legs, amountKobo: due.dueKobo });
    await this.deposits.write(tx, deposit, {
      accruedKobo: due.accruedKobo,
      accruedThrough: today,
      paidKobo: deposit.paidKobo + due.dueKobo,
      paidThrough: through,
      taxWithheldKobo: deposit.taxWithheldKobo + due.taxKobo,
      dueDate: nextDueDate(deposit, today),
    });
  }

  private async payOut(tx: Tx, deposit: FixedDeposit, parts: FixedDepositPart[], today: string): Promise<void> {
    const due = dueInterest(deposit, parts, deposit.maturityDate, today);
    const payee = await this.payees.lock(tx, deposit);
    const legs = [...this.endLegs(deposit, due, payee), ...principalLegs(deposit, payee, deposit.principalKobo)];
    await this.post(tx, deposit, {
      today,
      through: deposit.maturityDate,
      event: 'maturity',
      legs,
      amountKobo: deposit.principalKobo,
    });
    await this.end(tx, deposit, due, 'Matured', today);
  }

  private async rollOver(
    tx: Tx,
    deposit: FixedDeposit,
    parts: FixedDepositPart[],
    today: string,
    withInterest: boolean,
  ): Promise<void> {
    const due = dueInterest(deposit, parts, deposit.maturityDate, today);
    const payee = await this.payees.lock(tx, deposit);
    const own: Payee = {
      accountId: deposit.ledgerAccountId,
      takesGross: true,
      interestRole: 'interest',
      isNamedLedger: false,
    };
    const principalKobo = deposit.principalKobo + (withInterest ? due.dueKobo - due.taxKobo : 0n);
    const next = await this.nextTerm(tx, deposit, principalKobo);
    const upfrontKobo =
      next.interestPayment === 'Upfront'
        ? interestKobo(next, [{ amountKobo: principalKobo, effectiveDate: next.startDate }], next.maturityDate)
        : 0n;
    const legs = [
      ...this.endLegs(deposit, due, withInterest ? own : payee),
      ...interestPaymentLegs(next, payee, upfrontKobo),
    ];
    await this.post(tx, deposit, {
      today,
      through: deposit.maturityDate,
      event: ROLLOVER_EVENT,
      legs,
      // The principal stays where it is, so only interest moves.
      amountKobo: due.dueKobo + upfrontKobo,
    });
    await this.end(tx, deposit, due, 'RolledOver', today);
    await tx.insert(FixedDeposit, {
      ...next,
      paidKobo: upfrontKobo,
      taxWithheldKobo: shareKobo(upfrontKobo, next.withholdingTaxPercent),
    });
    await this.deposits.addPart(tx, next, principalKobo, next.startDate);
    await this.deposits.record(
      tx,
      { institutionId: deposit.institutionId, actor: DEPOSIT_END_OF_DAY_ACTOR },
      'roll-over',
      next,
      {
        from: deposit.contractNo,
      },
    );
  }

  private async nextTerm(tx: Tx, deposit: FixedDeposit, principalKobo: bigint): Promise<FixedDeposit> {
    const now = this.clock.institutionNow(deposit.institutionId);
    const term = deposit.term + 1;
    return {
      ...deposit,
      ...(await this.offers.renewed(tx, deposit, principalKobo)),
      id: await this.ids.next(),
      contractNo: contractNoOf(deposit.accountNumber, term),
      term,
      sourceAccountId: null,
      sourceAccount: null,
      principalKobo,
      ...termDates(deposit.maturityDate, deposit.tenureDays, deposit.interestPayment),
      accruedKobo: 0n,
      paidKobo: 0n,
      settledKobo: 0n,
      taxWithheldKobo: 0n,
      approvalId: null,
      createdBy: DEPOSIT_END_OF_DAY_ACTOR,
      createdAt: now,
      updatedAt: now,
    };
  }

  private endLegs(deposit: FixedDeposit, { unbookedKobo, dueKobo }: DueInterest, payee: Payee): PostingLeg[] {
    return [...accrualLegs(deposit, unbookedKobo), ...interestPaymentLegs(deposit, payee, dueKobo)];
  }

  private async end(
    tx: Tx,
    deposit: FixedDeposit,
    { accruedKobo, dueKobo, taxKobo }: DueInterest,
    status: 'Matured' | 'RolledOver',
    today: string,
  ): Promise<void> {
    await this.deposits.write(tx, deposit, {
      status,
      accruedKobo,
      accruedThrough: deposit.maturityDate,
      paidKobo: deposit.paidKobo + dueKobo,
      paidThrough: deposit.maturityDate,
      taxWithheldKobo: deposit.taxWithheldKobo + taxKobo,
      closedOn: today,
    });
    await this.deposits.record(
      tx,
      { institutionId: deposit.institutionId, actor: DEPOSIT_END_OF_DAY_ACTOR },
      status === 'Matured' ? 'mature' : 'end-term',
      deposit,
    );
  }

  private async post(
    tx: Tx,
    { institutionId, contractNo, accountNumber }: FixedDeposit,
    payment: { today: string; through: string; event: string; legs: PostingLeg[]; amountKobo: bigint },
  ): Promise<void> {
    const { today, through, event, legs, amountKobo } = payment;
    await this.postings.post(tx, {
      institutionId,
      kind: PAYMENT_POSTING,
      reference: `${contractNo}-${through}`,
      origin: 'system',
      maker: DEPOSIT_END_OF_DAY_ACTOR,
      narration: `Fixed deposit ${contractNo}: ${event}`,
      legs,
      amountKobo,
      valueDate: today,
      metadata: { contract_no: contractNo, account_number: accountNumber, event, through },
    });
  }
}

/**
 * The interest due through a date in the past or today. Under some day counts the total may fall; nothing is paid then.
 */
function dueInterest(deposit: FixedDeposit, parts: FixedDepositPart[], through: string, today: string): DueInterest {
  const accruedKobo = interestKobo(deposit, parts, today);
  const openKobo = interestKobo(deposit, parts, through) - deposit.paidKobo;
  const dueKobo = openKobo > 0n ? openKobo : 0n;
  return {
    unbookedKobo: accruedKobo - deposit.accruedKobo,
    accruedKobo,
    dueKobo,
    taxKobo: shareKobo(dueKobo, deposit.withholdingTaxPercent),
  };
}
