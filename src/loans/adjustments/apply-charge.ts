import { bookCharges } from '../accrual/charge-overdue';
import { bringUpToDate, recogniseFees } from '../accrual/recognise-income';
import { NO_AMOUNTS } from '../contract/instalment-amounts';
import type { LoanChange } from '../contract/loan-change';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { summariseLoan } from '../contract/summarise-loan';
import { loansErrors } from '../loans.errors';
import { instalmentRow } from '../schedule/schedule-of-contract';

export const CHARGED_COMPONENTS = ['Fee', 'Penalty'] as const;
/** What a charge of staff is: a fee of the contract's kind, with VAT where that bears it, or a penalty. */
export type ChargedComponent = (typeof CHARGED_COMPONENTS)[number];

/** A charge that staff make. */
export interface StaffCharge {
  component: ChargedComponent;
  /** Without VAT. */
  amountKobo: bigint;
  vatKobo: bigint;
}

/** A charge as its event keeps it. Kobo as decimal text. */
export interface ChargeInputs {
  act: 'charge';
  day: string;
  component: ChargedComponent;
  amountKobo: string;
  vatKobo: string;
}

/**
 * Charges a running loan, in memory (docs/domain/loans.md#charges-by-staff): a row of its own that falls due on the
 * day, so that neither a settlement nor a new schedule drops it. It is income at once, or in suspense.
 * @throws LOAN_FEE_MISSING (422) for a fee of a loan whose contract has none
 */
export function applyCharge(
  change: LoanChange,
  { component, amountKobo, vatKobo }: StaffCharge,
  day: string,
  vatLedgerId: number | undefined,
): void {
  const { loan, contract } = change.locked;
  bringUpToDate(change, { incomeAsOf: day, chargesAsOf: day }, vatLedgerId);
  const row = insertRow(change, day);
  if (component === 'Penalty') {
    row.penaltyDueKobo = amountKobo;
    change.add(bookCharges(loan, contract, { defaultKobo: 0n, penaltyKobo: amountKobo }));
  } else {
    if (!contract.fee) throw loansErrors.LOAN_FEE_MISSING();
    row.feeDueKobo = amountKobo + vatKobo;
    row.feeVatKobo = vatKobo;
    change.add(recogniseFees(loan, contract, [row], vatLedgerId));
  }
  Object.assign(loan, summariseLoan(change.locked.instalments, day));
  const inputs: ChargeInputs = {
    act: 'charge',
    day,
    component,
    amountKobo: amountKobo.toString(),
    vatKobo: vatKobo.toString(),
  };
  change.inputs = { ...inputs };
  const name = component === 'Fee' ? 'fee' : 'penalty';
  change.recordTransaction('Charge', amountKobo + vatKobo, { ...NO_AMOUNTS, [name]: amountKobo + vatKobo });
}

/** Inserts an empty row that falls due on the day, behind the rows that are due by then. */
function insertRow(change: LoanChange, day: string): LoanInstalment {
  const { locked } = change;
  const past = locked.instalments.filter(({ dueDate }) => dueDate <= day);
  const future = locked.instalments.filter(({ dueDate }) => dueDate > day);
  const balanceKobo = future[0]?.openingBalanceKobo ?? past.at(-1)?.closingBalanceKobo ?? 0n;
  const row = instalmentRow(locked.contract, {
    number: (past.at(-1)?.number ?? 0) + 1,
    periodStart: day,
    dueDate: day,
    openingBalanceKobo: balanceKobo,
    closingBalanceKobo: balanceKobo,
    earnedInterest: '0',
    capitalisedKobo: 0n,
    principalDueKobo: 0n,
    interestDueKobo: 0n,
    feeDueKobo: 0n,
    feeVatKobo: 0n,
  });
  // Numbers are unique, so the later rows are stored anew behind the inserted one.
  const shifted = future.map((later, index) => ({ ...later, number: row.number + 1 + index }));
  change.removed.push(...future);
  change.added.push(row, ...shifted);
  locked.instalments = [...past, row, ...shifted];
  return row;
}
