import { Injectable } from '@nestjs/common';

/** A promise of the books that a row could break; a proof counts the rows that do. */
export interface ProofCheck {
  readonly name: string;
  /** What holds, as a sentence for staff. */
  readonly description: string;
  /** SQL that selects one text column `example` of every violation; $1 is the institution. */
  readonly violations: string;
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
}
