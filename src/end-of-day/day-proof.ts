import type { ProofResult } from '../ledger/proof/proof-checks';
import type { ControlTotals } from './control-totals';

/** The stored proof of a closed day. */
export interface DayProof {
  passed: boolean;
  provedAt: string;
  /** Postings of the day; `moved` are the sums of their entries. */
  postings: number;
  moved: ControlTotals;
  /** The totals of the books at the time of the proof. */
  totals: ControlTotals;
  checks: ProofResult[];
}
