import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';

/** A promise of the books that a row could break; a proof counts the rows that do. */
export interface ProofCheck {
  readonly name: string;
  /** The promise, as a sentence for staff. */
  readonly description: string;
  /** SQL that selects one text column `example` of every violation; $1 is the institution. */
  readonly violations: string;
  /**
   * True when the proof of each day runs the check too (`docs/api/end-of-day.md#proof-of-a-day`). The cost of such a
   * check may not grow with the history. Default false: only the full proof runs it.
   */
  readonly provedDaily?: boolean;
}

/** The result of one check. */
export interface ProofResult {
  name: string;
  description: string;
  passed: boolean;
  /** The number of rows that violate the check. */
  violations: number;
  /** Some of these rows, by their keys. */
  examples: string[];
}

/** The most examples of violations that a proof reports for a check. */
export const EXAMPLES_PER_CHECK = 5;

/** Runs one check on the rows that the transaction sees. */
export async function runProofCheck(
  tx: Tx,
  institutionId: number,
  { name, description, violations }: ProofCheck,
): Promise<ProofResult> {
  const rows = await tx.query<{ count: string; examples: string[] | null }[]>(
    `SELECT count(*) AS count, (array_agg(example))[1:${EXAMPLES_PER_CHECK}] AS examples FROM (${violations}) v`,
    [institutionId],
  );
  const count = Number(rows[0]?.count);
  return { name, description, passed: count === 0, violations: count, examples: rows[0]?.examples ?? [] };
}

/**
 * The checks of a proof besides those of the ledger itself: promises of other modules' rows. A check is a constant, so
 * modules register theirs with `register` when they start.
 */
@Injectable()
export class ProofChecks {
  private readonly checks = new Map<string, ProofCheck>();

  register(check: ProofCheck): void {
    if (this.checks.has(check.name)) throw new Error(`There are two proof checks ${check.name}.`);
    this.checks.set(check.name, check);
  }

  all(): ProofCheck[] {
    return [...this.checks.values()];
  }

  /** The checks that the proof of a day runs, by name, so that stored proofs keep one order. */
  daily(): ProofCheck[] {
    return this.all()
      .filter(({ provedDaily }) => provedDaily)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
