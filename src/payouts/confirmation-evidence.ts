import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';
import type { Payout } from './payout.entity';

/** The two ways in which staff settle a payout: the provider has paid it, or it has not and the money goes back. */
export const CONFIRMED_OUTCOMES = ['Processed', 'Reversed'] as const;
export type ConfirmedOutcome = (typeof CONFIRMED_OUTCOMES)[number];

/** A module's records about what became of payments, such as the lines of settlement reports. */
export interface ConfirmationEvidence {
  /** Stable name, such as `settlement-lines`. */
  readonly name: string;
  /** The number of records that say the opposite of an outcome. It only grows. */
  countContradictions(tx: Tx, payout: Payout, outcome: ConfirmedOutcome): Promise<number>;
}

/** All evidence about payments: the providers with `@MemberOf(ConfirmationEvidences)`. */
@Injectable()
export class ConfirmationEvidences extends Registry<ConfirmationEvidence> {
  async countContradictions(tx: Tx, payout: Payout, outcome: ConfirmedOutcome): Promise<number> {
    let count = 0;
    for (const evidence of this.all()) count += await evidence.countContradictions(tx, payout, outcome);
    return count;
  }

  protected override nameOf({ name }: ConfirmationEvidence): string {
    return name;
  }
}
