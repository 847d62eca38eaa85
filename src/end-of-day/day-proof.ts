import type { ControlTotals } from './control-totals';

/** One check of the books and its result for the day. */
export interface DayCheck {
  name: string;
  description: string;
  passed: boolean;
  /** The number of rows that violate the check. */
  violations: number;
  examples: string[];
}

/** The stored proof of a closed day. */
export interface DayProof {
  passed: boolean;
  provedAt: string;
  /** Postings of the day; `moved` are the sums of their entries. */
  postings: number;
  moved: ControlTotals;
  /** The totals of the books at the time of the proof. */
  totals: ControlTotals;
  checks: DayCheck[];
}
