import { formatNaira, koboToNaira } from '../../common/money/naira';
import { interestToCapitaliseKobo } from '../contract/interest-to-capitalise';
import type { LockedLoan } from '../contract/loans';
import { collectableKobo } from '../contract/summarise-loan';
import { loansErrors } from '../loans.errors';
import { allocateRepayment } from './allocate-repayment';
import { payoffOnKobo } from './payoff-on';

/** An amount that was sent. @see SharedPayment */
interface SentAmount {
  amountKobo: bigint;
  takesSurplus?: true;
}

/**
 * Asserts that a payment which settles is no more than the debt over the whole schedule.
 * @param settlement the payoff, with its date, which of a backdated payment is past
 * @throws REPAYMENT_EXCEEDS_OUTSTANDING (422)
 */
export function assertWithinDebt(
  locked: LockedLoan,
  { amountKobo, takesSurplus }: SentAmount,
  { payoffKobo, asOf }: { payoffKobo: bigint; asOf: string },
): void {
  const outstandingKobo = collectableKobo(locked);
  if (amountKobo <= outstandingKobo || amountKobo === payoffKobo || takesSurplus === true) return;
  throw loansErrors.REPAYMENT_EXCEEDS_OUTSTANDING(
    `The amount ${formatNaira(amountKobo)} exceeds the outstanding balance of the loan ` +
      `${locked.loan.loanAccountNumber}; send at most ${formatNaira(outstandingKobo)}; ` +
      `${formatNaira(payoffKobo)} settles it on ${asOf}.`,
    { outstanding: koboToNaira(outstandingKobo), payoff: koboToNaira(payoffKobo) },
  );
}

/**
 * The most that instalments can be paid ahead. Interest that is no principal yet cannot be repaid as principal, so the
 * allocation ends where it would repay more principal than the loan has, whatever is unpaid behind it.
 */
export function payableAheadKobo(locked: LockedLoan): bigint {
  const { loan, contract, instalments } = locked;
  const collectable = collectableKobo(locked);
  if (interestToCapitaliseKobo(loan, instalments) === 0n) return collectable;
  const { amounts } = allocateRepayment(instalments, contract.allocationOrder, collectable);
  let payableKobo = 0n;
  let principalKobo = loan.outstandingPrincipalKobo;
  for (const paid of amounts)
    for (const component of contract.allocationOrder) {
      if (component === 'principal' && paid.principal > principalKobo) return payableKobo + principalKobo;
      if (component === 'principal') principalKobo -= paid.principal;
      payableKobo += paid[component];
    }
  return payableKobo;
}

/** True when a payoff is all that is owed: without interest to come, instalments are paid as they stand. */
export function isAllOwed(locked: LockedLoan, payoffKobo: bigint): boolean {
  const outstandingKobo = collectableKobo(locked);
  return payoffKobo === outstandingKobo && payableAheadKobo(locked) === outstandingKobo;
}

/**
 * The part of a payment below the payoff that the loan takes.
 * @throws REPAYMENT_EXCEEDS_OUTSTANDING (422)
 */
export function acceptedKobo(locked: LockedLoan, { amountKobo, takesSurplus }: SentAmount, asOf: string): bigint {
  const payableKobo = payableAheadKobo(locked);
  if (amountKobo <= payableKobo) return amountKobo;
  if (takesSurplus === true) return payableKobo;
  const outstandingKobo = collectableKobo(locked);
  const payoffKobo = payoffOnKobo(locked, asOf);
  const { loanAccountNumber } = locked.loan;
  const refused =
    payableKobo === outstandingKobo
      ? `exceeds the outstanding balance of the loan ${loanAccountNumber}; send at most ${formatNaira(payableKobo)}.`
      : `is more than instalments of the loan ${loanAccountNumber} can be paid ahead while its moratorium adds ` +
        `interest to the principal; send at most ${formatNaira(payableKobo)}, or the payoff of ` +
        `${formatNaira(payoffKobo)} on ${asOf}.`;
  throw loansErrors.REPAYMENT_EXCEEDS_OUTSTANDING(`The amount ${formatNaira(amountKobo)} ${refused}`, {
    outstanding: koboToNaira(outstandingKobo),
    payoff: koboToNaira(payableKobo === outstandingKobo ? outstandingKobo : payoffKobo),
  });
}
