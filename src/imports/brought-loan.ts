import { earnedKobo, takenUpfront } from '../loans/accrual/recognise-income';
import { suspendedKobo } from '../loans/accrual/suspense';
import { type ClassificationScale, classifyLoan, worseClass } from '../loans/classification/classification-scales';
import { sumOfAmounts, totalKobo, unpaidOf } from '../loans/contract/instalment-amounts';
import type { Loan } from '../loans/contract/loan.entity';
import type { LoanInstalment } from '../loans/contract/loan-instalment.entity';
import { daysPastDue, statusAsOf, summariseLoan } from '../loans/contract/summarise-loan';
import type { ContractTerms } from '../loans/origination/contract-terms';
import type { StatedInstalment } from './instalment-line';
import { textOfKobo } from './record-fields';
import type { StatedLoan } from './stated-contracts';

/** The institution's day, and its classes of loans on it. */
export interface BroughtOn {
  businessDate: string;
  scale: ClassificationScale;
}

/** A row of a schedule without ids. */
export type BroughtRow = Omit<LoanInstalment, 'institutionId' | 'id' | 'loanId' | 'contractId'>;

/** The figures of a loan that follow from its line and its instalments. */
export type BroughtFigures = Pick<
  Loan,
  | 'disbursedKobo'
  | 'principalRepaidKobo'
  | 'outstandingInterestKobo'
  | 'outstandingFeeKobo'
  | 'outstandingDefaultKobo'
  | 'outstandingPenaltyKobo'
  | 'overdueKobo'
  | 'overdueSince'
  | 'nextDueDate'
  | 'nextDueKobo'
  | 'maturityDate'
  | 'classification'
  | 'inheritedClassification'
  | 'interestAccruedKobo'
  | 'feeAccruedKobo'
>;

/** Balances of the accounts of a loan, on the debit side; `unearned` and `ahead` on the credit side. Kobo. */
export interface BroughtBalances {
  principal: bigint;
  interest: bigint;
  fee: bigint;
  default: bigint;
  penalty: bigint;
  unearned: bigint;
  ahead: bigint;
}

/** A loan as it will stand here. */
export interface BroughtLoan {
  figures: BroughtFigures;
  rows: BroughtRow[];
  balances: BroughtBalances;
  suspendedKobo: bigint;
}

/**
 * Works a loan out from its line and its instalments, by the functions of servicing, so that the proofs of loans hold
 * for it and its next night is that of a loan that began here.
 * @param stated instalments in the order of their numbers
 * @returns the loan, or every reason for which it cannot be taken over
 */
export function broughtLoan(
  loan: StatedLoan,
  contract: Pick<ContractTerms, 'principalKobo' | 'interestPaymentType' | 'fee'>,
  stated: readonly StatedInstalment[],
  on: BroughtOn,
): BroughtLoan | { faults: string[] } {
  const rows = rowsOf(loan, contract, stated, on.businessDate);
  const figures = figuresOf(loan, rows, on);
  const balances = balancesOf(loan, rows, figures);
  const faults = [
    ...orderFaults(loan, stated),
    ...principalFaults(loan, rows, figures),
    ...incomeFaults(loan, contract, rows, balances),
    ...statusFaults(loan, figures, on),
    ...endedFaults(loan, balances, rows),
  ];
  return faults.length > 0 ? { faults } : { figures, rows, balances, suspendedKobo: suspendedKobo(loan) };
}

function rowsOf(
  { disbursementDate }: StatedLoan,
  { principalKobo }: Pick<ContractTerms, 'principalKobo'>,
  stated: readonly StatedInstalment[],
  businessDate: string,
): BroughtRow[] {
  let [start, balanceKobo] = [disbursementDate, principalKobo];
  return stated.map((row) => {
    const openingBalanceKobo = row.openingBalanceKobo ?? balanceKobo;
    const closingBalanceKobo =
      row.closingBalanceKobo ?? openingBalanceKobo + row.capitalisedKobo - row.principalDueKobo;
    const isOverdue = row.dueDate < businessDate && totalKobo(unpaidOf(row)) > 0n;
    // A line that says nothing about default interest has been charged for every night until today.
    const isCounted = row.arrearsInterest === null && isOverdue;
    const brought = {
      ...row,
      periodStart: row.periodStart ?? start,
      openingBalanceKobo,
      closingBalanceKobo,
      earnedInterest: row.earnedInterest ?? (row.interestDueKobo + row.capitalisedKobo).toString(),
      arrearsInterest: row.arrearsInterest ?? row.defaultDueKobo.toString(),
      arrearsThrough: isCounted ? businessDate : row.arrearsThrough,
    };
    [start, balanceKobo] = [row.dueDate, closingBalanceKobo];
    return brought;
  });
}

function figuresOf(loan: StatedLoan, rows: readonly BroughtRow[], { businessDate, scale }: BroughtOn): BroughtFigures {
  const { accruedThrough, interestReceivableKobo, unearnedKobo } = loan;
  const sum = (of: (row: BroughtRow) => bigint): bigint => rows.reduce((total, row) => total + of(row), 0n);
  const summary = summariseLoan(rows, businessDate);
  const ownClass = classifyLoan(scale, daysPastDue(summary.overdueSince, businessDate));
  const shownClass = worseClass(ownClass, loan.classification);
  const repaidKobo = sum((row) => row.principalPaidKobo);
  const capitalisedKobo = sum((row) => (row.dueDate <= accruedThrough ? row.capitalisedKobo : 0n));
  const upfrontKobo =
    unearnedKobo === null ? 0n : takenUpfront(rows).reduce((total, row) => total + earnedKobo(row, accruedThrough), 0n);
  return {
    ...summary,
    disbursedKobo: loan.outstandingPrincipalKobo + repaidKobo + loan.principalWrittenOffKobo,
    principalRepaidKobo: repaidKobo,
    maturityDate: rows.at(-1)?.dueDate ?? null,
    classification: shownClass,
    inheritedClassification: shownClass === ownClass ? null : shownClass,
    interestAccruedKobo: interestReceivableKobo + capitalisedKobo + sum((row) => row.interestPaidKobo) + upfrontKobo,
    feeAccruedKobo: sum((row) => (row.dueDate <= accruedThrough ? row.feeDueKobo : 0n)),
  };
}

function balancesOf(loan: StatedLoan, rows: readonly BroughtRow[], figures: BroughtFigures): BroughtBalances {
  const unpaid = sumOfAmounts(rows.map(unpaidOf));
  const feePaidKobo = rows.reduce((total, row) => total + row.feePaidKobo, 0n);
  const { interestReceivableKobo, outstandingPrincipalKobo, unearnedKobo } = loan;
  const isAhead = interestReceivableKobo < 0n && unearnedKobo === null;
  const isWrittenOff = loan.status === 'WrittenOff';
  return {
    principal: outstandingPrincipalKobo,
    interest: isAhead ? 0n : interestReceivableKobo,
    fee: isWrittenOff ? 0n : figures.feeAccruedKobo - feePaidKobo,
    default: unpaid.default,
    penalty: unpaid.penalty,
    unearned: unearnedKobo ?? 0n,
    ahead: isAhead ? -interestReceivableKobo : 0n,
  };
}

function orderFaults({ disbursementDate, status }: StatedLoan, rows: readonly StatedInstalment[]): string[] {
  if (rows.length === 0) return status === 'WrittenOff' ? [] : ['it has no line in loan_instalments.csv'];
  const isUnordered = rows.some(
    ({ number, dueDate }, index) =>
      index > 0 && (number <= rows[index - 1]!.number || dueDate < rows[index - 1]!.dueDate),
  );
  return [
    ...(isUnordered ? ['the numbers and due_on of its instalments must rise'] : []),
    ...(rows[0]!.dueDate < disbursementDate ? ['an instalment must not be due before disbursed_on'] : []),
  ];
}

/** Instalments repay exactly what was paid out and will be capitalised. */
function principalFaults(loan: StatedLoan, rows: readonly BroughtRow[], { disbursedKobo }: BroughtFigures): string[] {
  const dueKobo = rows.reduce((total, row) => total + row.principalDueKobo, 0n);
  const toCapitaliseKobo =
    loan.status === 'WrittenOff'
      ? 0n
      : rows.reduce((total, row) => (row.dueDate > loan.accruedThrough ? total + row.capitalisedKobo : total), 0n);
  const wantedKobo = disbursedKobo - loan.principalWrittenOffKobo + toCapitaliseKobo;
  if (dueKobo === wantedKobo) return [];
  return [
    `its instalments repay ${textOfKobo(dueKobo)}, but principal_outstanding, principal_paid and interest to ` +
      `capitalise make ${textOfKobo(wantedKobo)}`,
  ];
}

function incomeFaults(
  loan: StatedLoan,
  { interestPaymentType, fee }: Pick<ContractTerms, 'interestPaymentType' | 'fee'>,
  rows: readonly BroughtRow[],
  balances: BroughtBalances,
): string[] {
  const faults: string[] = [];
  const limit = (column: string, kobo: bigint, mostKobo: bigint): void => {
    const most = mostKobo > 0n ? mostKobo : 0n;
    if (kobo > most) faults.push(`${column} must not exceed ${textOfKobo(most)}, what is owed and booked of it`);
  };
  limit('suspended_interest', loan.suspendedInterestKobo, loan.interestReceivableKobo);
  limit('suspended_principal', loan.suspendedPrincipalKobo, loan.outstandingPrincipalKobo);
  limit('suspended_fees', loan.suspendedFeeKobo, balances.fee);
  limit('suspended_default', loan.suspendedDefaultKobo, balances.default);
  limit('suspended_penalties', loan.suspendedPenaltyKobo, balances.penalty);
  if (rows.some(({ feeDueKobo, dueDate }) => feeDueKobo > 0n && dueDate > loan.accruedThrough) && fee === null)
    faults.push('fee_name must name the fee that its instalments charge');
  const isUpfront = interestPaymentType === 2;
  if (isUpfront && loan.unearnedKobo === null && rows.some(({ earnedInterest }) => Number(earnedInterest) > 0))
    faults.push('interest_unearned must be given, 0 included, for interest that was taken upfront');
  if (loan.unearnedKobo !== null && loan.restructuredDate === null && loan.status !== 'WrittenOff')
    faults.push(...unearnedFaults(loan, rows));
  return faults;
}

function unearnedFaults({ unearnedKobo, accruedThrough }: StatedLoan, rows: readonly BroughtRow[]): string[] {
  const toEarnKobo = takenUpfront(rows).reduce(
    (total, row) => total + earnedKobo(row, row.dueDate) - earnedKobo(row, accruedThrough),
    0n,
  );
  return toEarnKobo === unearnedKobo
    ? []
    : [`interest_unearned must be ${textOfKobo(toEarnKobo)}, what its instalments earn after accrued_through`];
}

function statusFaults(loan: StatedLoan, figures: BroughtFigures, { businessDate, scale }: BroughtOn): string[] {
  if (loan.status === 'WrittenOff') return [];
  const faults: string[] = [];
  const status = statusAsOf({ ...loan, ...figures }, businessDate);
  if (status !== loan.status) faults.push(`status must be ${status} on ${businessDate}, by its instalments`);
  const days = daysPastDue(figures.overdueSince, businessDate);
  if (loan.daysPastDue !== null && loan.daysPastDue !== days)
    faults.push(`days_past_due must be ${days} on ${businessDate}, by its instalments`);
  const ownClass = classifyLoan(scale, days);
  if (loan.classification !== null && figures.classification !== loan.classification)
    faults.push(`classification must be ${ownClass} or worse, by its days past due`);
  return faults;
}

/** A written-off loan has nothing in the books any more. */
function endedFaults(loan: StatedLoan, balances: BroughtBalances, rows: readonly BroughtRow[]): string[] {
  if (loan.status !== 'WrittenOff')
    return loan.writtenOffKobo === 0n && loan.recoveredKobo === 0n
      ? []
      : ['written_off and recovered are only for loans with the status WrittenOff'];
  const isBooked = Object.values(balances).some((kobo) => kobo !== 0n) || suspendedKobo(loan) > 0n;
  const isUnpaid = rows.some((row) => totalKobo(unpaidOf(row)) > 0n);
  return [
    ...(isBooked || isUnpaid || loan.allowanceKobo > 0n
      ? ['a loan with the status WrittenOff must have no balance, no allowance and no unpaid instalment']
      : []),
    ...(loan.writtenOffKobo === 0n ? ['written_off must be above zero for a loan with the status WrittenOff'] : []),
  ];
}
