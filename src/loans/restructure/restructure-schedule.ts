import { whole } from '../../common/money/fraction';
import { capitalise } from '../accrual/recognise-income';
import { unpaidFeeIncomeKobo } from '../accrual/suspense';
import { dueOf, paidOf, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { componentAccount, type LoanChange, loanLegs, owedInterestLegs, transferLegs } from '../contract/loan-change';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { plannedSchedule } from '../origination/assert-terms-fit';
import { type Position, positionOn } from '../repayment/early-payoff';
import { closingRow, instalmentRow, instalmentsOf, type NewInstalment } from '../schedule/schedule-of-contract';
import { PAYMENT_TYPE } from '../schedule/schedule-terms';
import { interestText } from '../schedule/unrounded-interest';
import { keepInstalmentOnDates } from './remake-schedule';

export const ACCRUED_INTEREST_CHOICES = ['Due', 'Deferred', 'Capitalised'] as const;
/**
 * Treatment of interest owed on the day of a restructure: it falls due, is added to the first instalment with interest,
 * or becomes principal.
 */
export type AccruedInterestChoice = (typeof ACCRUED_INTEREST_CHOICES)[number];

/** The terms of a loan from a day on. */
export type NewTerms = Pick<
  LoanContract,
  | 'id'
  | 'interestRate'
  | 'tenure'
  | 'numberOfRepayments'
  | 'moratorium'
  | 'moratoriumPeriods'
  | 'firstRepaymentDate'
  | 'createdAt'
> & {
  /** Only the dates move, so level instalments keep their amount and the last one takes the difference. */
  keepsInstalment: boolean;
};

/** Amounts of the old schedule that go into the new one. */
interface CarryOver {
  /** Unpaid interest. */
  interestKobo: bigint;
  /** Interest paid ahead that is owed by now. */
  interestPaidKobo: bigint;
  /** Interest and fees that were paid ahead and are no longer owed; they repay principal. */
  surplusKobo: { interest: bigint; fee: bigint };
}

/**
 * Gives new terms to a loan that has been brought up to the day (docs/domain/loans.md#94-restructure). Paid rows stay,
 * the unpaid part of earlier rows moves to the new schedule, and that schedule repays the outstanding principal from
 * the day on. Rows without any amount are left out.
 * @returns the new contract; neither it nor the rows are stored yet.
 * @throws LOAN_TERMS_REFUSED (422) when no schedule can be made from the terms
 */
export function restructure(
  change: LoanChange,
  { keepsInstalment, ...terms }: NewTerms,
  choice: AccruedInterestChoice,
  day: string,
): LoanContract {
  const { loan, contract: old, instalments } = change.locked;
  const position = positionOn(loan, instalments, day);
  const carried = computeCarryOver(position);
  // A row without a period is a charge of staff, whose fee is no fee of instalments.
  const lastFee = instalments.findLast((row) => row.periodStart < row.dueDate) ?? instalments.at(-1)!;
  settleSurplus(change, carried);
  if (choice === 'Capitalised') change.add(capitalise(loan, carried.interestKobo));
  const contract: LoanContract = {
    ...old,
    ...terms,
    version: old.version + 1,
    principalKobo: loan.outstandingPrincipalKobo,
    effectiveDate: day,
    interestAccrualStartDate: null,
  };
  const closing = buildClosingRow(old, position, carried, choice, day);
  const fee = { feeKobo: lastFee.feeDueKobo - lastFee.feeVatKobo, vatKobo: lastFee.feeVatKobo };
  const sized = instalmentsOf(plannedSchedule(contract), contract.principalKobo, fee, closing.number + 1);
  const [next] = position.future;
  const rows = keepsInstalment && next ? keepInstalmentOnDates(contract, sized, next) : sized;
  if (choice === 'Deferred') addDeferredInterest(rows, contract, carried.interestKobo);
  const emptied = position.past.filter((row) => keepPaidPart(change, row, day));
  const added = [...(isEmpty(closing) ? [] : [closing]), ...rows.map((row) => instalmentRow(contract, row))];
  change.removed.push(...emptied, ...position.future);
  change.added.push(...added);
  const kept = position.past.filter((row) => !emptied.includes(row));
  Object.assign(change.locked, { contract, instalments: [...kept, ...added] });
  const { id: contractId, interestRate, tenure } = contract;
  Object.assign(loan, { contractId, interestRate, tenure, maturityDate: rows.at(-1)!.dueDate, restructuredDate: day });
  return contract;
}

function computeCarryOver({ due, earnedInterestKobo, prepaid }: Position): CarryOver {
  const owedKobo = due.interest + earnedInterestKobo;
  const interestPaidKobo = prepaid.interest < owedKobo ? prepaid.interest : owedKobo;
  return {
    interestKobo: owedKobo - interestPaidKobo,
    interestPaidKobo,
    surplusKobo: { interest: prepaid.interest - interestPaidKobo, fee: prepaid.fee },
  };
}

function settleSurplus(change: LoanChange, { surplusKobo }: CarryOver): void {
  const { loan } = change.locked;
  const sumKobo = surplusKobo.interest + surplusKobo.fee;
  loan.principalRepaidKobo += sumKobo;
  loan.outstandingPrincipalKobo -= sumKobo;
  change.add(owedInterestLegs(loan, surplusKobo.interest));
  change.add(loanLegs(loan.id, 'credit', surplusKobo.interest, 'interest'));
  change.add(transferLegs(componentAccount(loan, 'fee'), loan.id, surplusKobo.fee, 'fee'));
}

/** The row that ends the old schedule: amounts paid ahead, and amounts that fall due on the day of the restructure. */
function buildClosingRow(
  contract: LoanContract,
  position: Position,
  carried: CarryOver,
  choice: AccruedInterestChoice,
  day: string,
): LoanInstalment {
  const { past, future, due, prepaid, futurePrincipalKobo } = position;
  const row = closingRow(contract, past, future, day, futurePrincipalKobo + due.principal + prepaid.principal);
  const principalKobo = prepaid.principal + carried.surplusKobo.interest + carried.surplusKobo.fee;
  row.principalDueKobo = principalKobo;
  row.principalPaidKobo = principalKobo;
  row.interestPaidKobo = carried.interestPaidKobo;
  row.interestDueKobo = carried.interestPaidKobo + (choice === 'Due' ? carried.interestKobo : 0n);
  row.capitalisedKobo = choice === 'Capitalised' ? carried.interestKobo : 0n;
  row.closingBalanceKobo = row.openingBalanceKobo - principalKobo + row.capitalisedKobo;
  // Fees, default interest and penalties were recognised when they were charged; only their due date moves.
  row.feeDueKobo = due.fee;
  row.feeVatKobo = past.reduce((sum, one) => sum + unpaidFeeVatKobo(one), 0n);
  row.defaultDueKobo = due.default;
  row.arrearsInterest = interestText(whole(due.default));
  row.penaltyDueKobo = due.penalty;
  if (totalKobo(unpaidOf(row)) === 0n) row.paidDate = day;
  return row;
}

/** True for a row without any amount, which says nothing to the borrower. */
function isEmpty(row: LoanInstalment): boolean {
  return totalKobo(dueOf(row)) === 0n && row.capitalisedKobo === 0n;
}

/** The unpaid VAT of a fee, which a payment pays before the fee. */
function unpaidFeeVatKobo(row: LoanInstalment): bigint {
  return row.feeDueKobo - row.feePaidKobo - unpaidFeeIncomeKobo(row);
}

/** Reduces the due amounts of a row to its paid amounts. @returns true when nothing of the row is left */
function keepPaidPart(change: LoanChange, row: LoanInstalment, day: string): boolean {
  if (totalKobo(unpaidOf(row)) === 0n) return false;
  const feeVatKobo = row.feeVatKobo - unpaidFeeVatKobo(row);
  const { principal, interest, fee, default: defaultPaid, penalty } = paidOf(row);
  Object.assign(row, {
    principalDueKobo: principal,
    interestDueKobo: interest,
    feeDueKobo: fee,
    feeVatKobo,
    defaultDueKobo: defaultPaid,
    penaltyDueKobo: penalty,
    paidDate: day,
  });
  if (isEmpty(row)) return true;
  change.changed.add(row);
  return false;
}

/** Adds interest to the first instalment that pays interest. */
function addDeferredInterest(rows: NewInstalment[], { interestPaymentType }: LoanContract, interestKobo: bigint): void {
  const first =
    interestPaymentType === PAYMENT_TYPE.EndOfContract
      ? undefined
      : rows.find(({ interestDueKobo }) => interestDueKobo > 0n);
  (first ?? rows.at(-1)!).interestDueKobo += interestKobo;
}
