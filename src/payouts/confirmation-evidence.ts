import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';

/** A module's check that the line of a report with which staff confirm a payment is still evidence. */
export interface ConfirmationEvidence {
  /** Stable name, such as `settlement-lines`. */
  readonly name: string;
  /**
   * Runs when the confirmation is approved: what came in meanwhile counts too.
   * @throws the refusal when the line is no evidence any more
   */
  assertEvidence(tx: Tx, institutionId: number, settlementLineId: number): Promise<void>;
}

/** All checks of evidence: the providers with `@MemberOf(ConfirmationEvidences)`. */
@Injectable()
export class ConfirmationEvidences extends Registry<ConfirmationEvidence> {
  async assertAll(tx: Tx, institutionId: number, settlementLineId: number): Promise<void> {
    for (const check of this.all()) await check.assertEvidence(tx, institutionId, settlementLineId);
  }

  protected override nameOf({ name }: ConfirmationEvidence): string {
    return name;
  }
}
