import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';

/** A reason for which a business date must not end yet. */
export interface RollBlocker {
  /** Stable name, such as `loading-import`. */
  readonly name: string;
  /** @returns a sentence for staff that says what to do; undefined where the date may end */
  rollViolation(tx: Tx, institutionId: number, businessDate: string): Promise<string | undefined>;
}

/** All blockers: the providers with `@MemberOf(RollBlockers)`. */
@Injectable()
export class RollBlockers extends Registry<RollBlocker> {
  /** The first reason, as a sentence for staff; undefined where the date may end. */
  async rollViolation(tx: Tx, institutionId: number, businessDate: string): Promise<string | undefined> {
    for (const blocker of this.all()) {
      const violation = await blocker.rollViolation(tx, institutionId, businessDate);
      if (violation !== undefined) return violation;
    }
    return undefined;
  }

  protected override nameOf({ name }: RollBlocker): string {
    return name;
  }
}
