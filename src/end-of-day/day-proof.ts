import type { ControlTotals } from './control-totals';

/** One promise of the books and whether the day kept it. */
export interface DayCheck {
  name: string;
  description: string;
  passed: boolean;
  /** Rows that break the promise. */
  violations: number;
  examples: string[];
}

/** What is stored of a closed day. */
export interface DayProof {
  passed: boolean;
  provedAt: string;
  /** Postings of the day and what they moved. */
  postings: number;
  moved: ControlTotals;
  /** The books when the proof was made. */
  totals: ControlTotals;
  checks: DayCheck[];
}
