import { ScheduleRowView } from '../reading/loan-schedule.dto';

/** One line of the posting that the act would make. */
export class JournalLineView {
  /** @example 5030 */
  accountNumber!: string;

  /** @example "Loan losses" */
  accountName!: string;

  /** @example debit */
  side!: 'debit' | 'credit';

  /**
   * Naira.
   * @example 90000
   */
  amount!: number;
}

/** The rest of a loan. Amounts in Naira. */
export class LoanRestView {
  /**
   * The unpaid amount of the first instalment after the day; 0 when there is none.
   * @example 31500
   */
  instalment!: number;

  /**
   * What the borrower still has to pay over the whole schedule.
   * @example 94500
   */
  total!: number;

  /**
   * Percent.
   * @example 18
   */
  interestRate!: number;

  /**
   * Instalments that are not paid.
   * @example 4
   */
  unpaidInstalments!: number;

  /** @example 2027-01-31 */
  maturityDate!: string | null;
}

/** The effect of a restructure if it were approved today. */
export class RestructurePreviewView {
  /** @example 20500 */
  id!: number;

  /** @example 0000010302 */
  loanAccountNumber!: string;

  /**
   * The business date; the new terms count from the day of the approval.
   * @example 2026-11-21
   */
  asOf!: string;

  now!: LoanRestView;

  then!: LoanRestView;

  /** The schedule after the restructure, paid rows included; new rows have no id. */
  rows!: ScheduleRowView[];

  journal!: JournalLineView[];
}

/** The effect of a write-off if it were approved today. Amounts in Naira. */
export class WriteOffPreviewView {
  /** @example 20500 */
  id!: number;

  /** @example 0000010302 */
  loanAccountNumber!: string;

  /**
   * The business date; a write-off counts from the day of the approval.
   * @example 2026-11-21
   */
  asOf!: string;

  /**
   * Everything that is written off, which later receipts can recover.
   * @example 94500
   */
  writtenOffAmount!: number;

  /**
   * The part that is a loss: without income in suspense and unearned interest.
   * @example 90000
   */
  lossAmount!: number;

  /**
   * The part of the loss that the allowance pays; the rest is expense.
   * @example 45000
   */
  allowanceUsed!: number;

  journal!: JournalLineView[];
}
