import { capitalise } from '../accrual/recognise-income';
import { paidOf, PARTS_A_KOBO, partsText, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { componentAccount, type LoanChange, transferLegs } from '../contract/loan-change';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { plannedSchedule } from '../origination/assert-terms-fit';
import { type Position, positionOn } from '../repayment/early-payoff';
import { closingRow, instalmentRow, instalmentsOf, type NewInstalment } from '../schedule/schedule-of-contract';
import { PAYMENT_TYPE } from '../schedule/schedule-terms';
import { keptOnDates } from './remake-schedule';

export const ACCRUED_INTEREST_CHOICES = ['Due', 'Deferred', 'Capitalised'] as const;
/** What becomes of interest that is owed on the day of a restructure: it falls due, waits for the first instalment with interest, or becomes principal. */
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
  /** The dates move and nothing else, so level instalments keep their amount and the last one takes the difference. */
  keepsInstalment: boolean;
};

/** What of the old schedule goes into the new one. */
interface CarriedOver {
  /** Interest owed and unpaid. */
  interestKobo: bigint;
  /** Paid ahead of interest that is owed by now. */
  interestPaidKobo: bigint;
  /** Interest and fees that were paid ahead and are owed to nobody now: they repay principal. */
  surplusKobo: { interest: bigint; fee: bigint };
}

/**
 * Gives a loan that has been brought up to the day new terms (domain/loans, 9.4): rows that were paid stay as they are, what
 * was unpaid of rows until then moves on, and the principal outstanding is repaid by a schedule that counts from the day.
 * @returns the new contract; it and the rows are not stored yet.
 * @throws LOAN_TERMS_REFUSED (422) when the terms make no schedule
 */
export function restructure(
  change: LoanChange,
  { keepsInstalment, ...terms }: NewTerms,
  choice: AccruedInterestChoice,
  day: string,
): LoanContract {
  const { loan, contract: old, instalments } = change.locked;
  const position = positionOn(loan, instalments, day);
  const carried = carriedOver(position);
  const lastFee = instalments.at(-1)!;
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
  const closing = closedRow(old, position, carried, choice, day);
  const fee = { feeKobo: lastFee.feeDueKobo - lastFee.feeVatKobo, vatKobo: lastFee.feeVatKobo };
  const sized = instalmentsOf(plannedSchedule(contract), contract.principalKobo, fee, closing.number + 1);
  const [next] = position.future;
  const rows = keepsInstalment && next ? keptOnDates(contract, sized, next) : sized;
  if (choice === 'Deferred') defer(rows, contract, carried.interestKobo);
  for (const row of position.past) moveOn(change, row, day);
  const added = [closing, ...rows.map((row) => instalmentRow(contract, row))];
  change.removed.push(...position.future);
  change.added.push(...added);
  Object.assign(change.locked, { contract, instalments: [...position.past, ...added] });
  const { id: contractId, interestRate, tenure } = contract;
  Object.assign(loan, { contractId, interestRate, tenure, maturityDate: rows.at(-1)!.dueDate, restructuredDate: day });
  return contract;
}

function carriedOver({ due, earnedInterestKobo, prepaid }: Position): CarriedOver {
  const owedKobo = due.interest + earnedInterestKobo;
  const interestPaidKobo = prepaid.interest < owedKobo ? prepaid.interest : owedKobo;
  return {
    interestKobo: owedKobo - interestPaidKobo,
    interestPaidKobo,
    surplusKobo: { interest: prepaid.interest - interestPaidKobo, fee: prepaid.fee },
  };
}

function settleSurplus(change: LoanChange, { surplusKobo }: CarriedOver): void {
  const { loan } = change.locked;
  const sumKobo = surplusKobo.interest + surplusKobo.fee;
  loan.principalRepaidKobo += sumKobo;
  loan.outstandingPrincipalKobo -= sumKobo;
  change.add(transferLegs(componentAccount(loan, 'interest'), loan.id, surplusKobo.interest, 'interest'));
  change.add(transferLegs(componentAccount(loan, 'fee'), loan.id, surplusKobo.fee, 'fee'));
}

/** The row that ends the old schedule: what was paid ahead, and what falls due on the day of the restructure. */
function closedRow(
  contract: LoanContract,
  position: Position,
  carried: CarriedOver,
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
  // Fees, default interest and penalties were recognised when they were charged; only their day moves.
  row.feeDueKobo = due.fee;
  row.defaultDueKobo = due.default;
  row.arrearsInterest = partsText(due.default * PARTS_A_KOBO);
  row.penaltyDueKobo = due.penalty;
  if (totalKobo(unpaidOf(row)) === 0n) row.paidDate = day;
  return row;
}

/** Leaves of a row what was paid of it. */
function moveOn(change: LoanChange, row: LoanInstalment, day: string): void {
  if (totalKobo(unpaidOf(row)) === 0n) return;
  const { principal, interest, fee, default: defaultPaid, penalty } = paidOf(row);
  Object.assign(row, {
    principalDueKobo: principal,
    interestDueKobo: interest,
    feeDueKobo: fee,
    defaultDueKobo: defaultPaid,
    penaltyDueKobo: penalty,
    paidDate: day,
  });
  change.changed.add(row);
}

/** Adds interest to the first instalment that pays any. */
function defer(rows: NewInstalment[], { interestPaymentType }: LoanContract, interestKobo: bigint): void {
  const first =
    interestPaymentType === PAYMENT_TYPE.EndOfContract
      ? undefined
      : rows.find(({ interestDueKobo }) => interestDueKobo > 0n);
  (first ?? rows.at(-1)!).interestDueKobo += interestKobo;
}
