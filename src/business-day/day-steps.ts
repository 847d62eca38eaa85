import { Injectable } from '@nestjs/common';

/** The business date that closes, and the one after it, which has begun: postings of the steps carry it. */
export interface ClosingDay {
  institutionId: number;
  /** `YYYY-MM-DD`; what the steps post has it as its value date. */
  date: string;
  /** The day after. */
  nextDate: string;
  /** Subjects that failed before, when staff run a step again, perhaps days later: what later days did must not hide them. */
  failedBefore?: readonly string[];
}

/** One account, loan or other row that a step could not go through; all others are done. */
export interface StepException {
  /** Such as `loan:20300`. */
  subject: string;
  error: unknown;
}

/** How a step tells how far it is. */
export interface StepProgress {
  /** Adds to the number of rows that the step went through. */
  advance(rows: number): Promise<void>;
  /** Keeps a row that failed for staff; the step goes on with the next one. @throws the error itself when it is a lost connection. */
  failed(exception: StepException): Promise<void>;
  /** Aborted when the process stops: the step returns at the next row, and another process goes on. */
  readonly signal: AbortSignal;
}

/**
 * A step of the end of day. It goes through its rows in chunks, a transaction each, and finds out from the rows alone what
 * is left: run twice for one day it does nothing the second time, and after a crash it goes on where it was.
 */
export interface DayStep {
  /** Stable name, such as `savings-accrual`. */
  readonly name: string;
  /** What staff read. */
  readonly title: string;
  run(day: ClosingDay, progress: StepProgress): Promise<void>;
}

/** The order of the end of day (design §8). A step that is not named here cannot be registered. */
export const DAY_STEP_ORDER = [
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
  'dormancy',
  'api-client-inactivity',
] as const;

/** Every step of the end of day, registered by its module at boot. */
@Injectable()
export class DaySteps {
  private readonly steps = new Map<string, DayStep>();

  register(step: DayStep): void {
    if (this.steps.has(step.name)) throw new Error(`There are two steps ${step.name}.`);
    if (!(DAY_STEP_ORDER as readonly string[]).includes(step.name))
      throw new Error(`The step ${step.name} has no place in DAY_STEP_ORDER.`);
    this.steps.set(step.name, step);
  }

  /** In the order of the day. */
  inOrder(): DayStep[] {
    return DAY_STEP_ORDER.flatMap((name) => this.steps.get(name) ?? []);
  }
}
