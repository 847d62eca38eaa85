import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';

/** The business date that closes. The next date has begun already, so the postings of the steps carry that one. */
export interface ClosingDay {
  institutionId: number;
  /** `YYYY-MM-DD`, the value date of the postings of the steps. */
  date: string;
  /** The day after `date`. */
  nextDate: string;
  /**
   * Subjects of the step's open exceptions, when staff run it again, perhaps days later. Later days may have changed
   * the fields by which a step finds its rows, so it processes these rows by name.
   */
  failedBefore?: readonly string[];
}

/** One account, loan or other row that a step could not process. */
export interface StepException {
  /** Such as `loan:20300`. */
  subject: string;
  error: unknown;
}

/** Records the progress of a step. */
export interface StepProgress {
  /** Adds to the number of rows processed. */
  advance(rows: number): Promise<void>;
  /**
   * Keeps a failed row as an exception for staff; the step continues with the next row.
   * @throws the error itself when it is a lost connection.
   */
  failed(exception: StepException): Promise<void>;
  /** Aborted when the process stops: the step returns before the next row, and another process continues. */
  readonly signal: AbortSignal;
}

/**
 * A step of the end of day. It processes its rows in chunks (`ChunkRunner`), a transaction for each, and reads from the
 * rows alone which are left: a second run for the same day does nothing, and a run after a crash continues.
 */
export interface DayStep {
  /** Stable name, such as `savings-accrual`. */
  readonly name: string;
  /** The title that staff read. */
  readonly title: string;
  /**
   * Whether `run` would find nothing to do: by its own search, or by one that finds more. Steps of which this is true
   * are completed together, in one transaction, and not run. A step without this method always runs.
   */
  isDone?(tx: Tx, day: ClosingDay): Promise<boolean>;
  run(day: ClosingDay, progress: StepProgress): Promise<void>;
}

/**
 * The order of the end of day (`docs/api/end-of-day.md#steps`). A step that is not listed here stops the start.
 */
export const DAY_STEP_ORDER = [
  'daily-totals',
  'ledger-chain',
  'lien-expiry',
  'overdraft-roll',
  'savings-accrual',
  'savings-posting',
  'overdraft-interest',
  'fixed-deposit-accrual',
  'fixed-deposit-maturity',
  'loan-accrual',
  'loan-collection',
  'loan-arrears',
  'loan-ageing',
  'loan-suspense',
  'loan-provisions',
  'loan-interest-adjustment',
  'loan-due-notices',
  'dormancy',
  'api-client-inactivity',
  'personal-data-erasure',
  'ctr-reports',
  'name-clearances',
  'risk-ratings',
] as const;

/** Every step of the end of day: the providers with `@MemberOf(DaySteps)`. */
@Injectable()
export class DaySteps extends Registry<DayStep> {
  /** @throws Error when a step has no place in `DAY_STEP_ORDER`, which stops the start. */
  override onModuleInit(): void {
    super.onModuleInit();
    for (const { name } of this.all())
      if (!(DAY_STEP_ORDER as readonly string[]).includes(name))
        throw new Error(`Add the step ${name} to DAY_STEP_ORDER.`);
  }

  /** In the order of the day. */
  inOrder(): DayStep[] {
    return DAY_STEP_ORDER.flatMap((name) => this.find(name) ?? []);
  }

  protected override nameOf({ name }: DayStep): string {
    return name;
  }
}
