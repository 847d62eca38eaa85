import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import {
  type ConfirmationEvidence,
  ConfirmationEvidences,
  type ConfirmedOutcome,
} from '../payouts/confirmation-evidence';
import type { Payout } from '../payouts/payout.entity';
import { settlementErrors } from './settlement.errors';
import { SettlementLine } from './settlement-line.entity';

/** Tells which lines are evidence for the end of a transfer (docs/api/settlement.md#settling-a-payment). */
@Injectable()
@MemberOf(ConfirmationEvidences)
export class SettlementEvidence implements ConfirmationEvidence {
  readonly name = 'settlement-lines';

  async countContradictions(
    tx: Tx,
    { institutionId, id: transferId }: Payout,
    outcome: ConfirmedOutcome,
  ): Promise<number> {
    const opposite = outcome === 'Processed' ? 'NotPaid' : 'Paid';
    return tx.countBy(SettlementLine, { institutionId, direction: 'Outward', transferId, outcome: opposite });
  }

  /**
   * A line that no other line contradicts. Lines that say both that a transfer was paid and that it was not are for
   * people to read.
   * @throws SETTLEMENT_LINE_NOT_FOUND (404), SETTLEMENT_LINE_NO_EVIDENCE (409)
   */
  async require(tx: Tx, institutionId: number, lineId: number): Promise<SettlementLine> {
    const line = await tx.findOneBy(SettlementLine, { institutionId, id: lineId });
    if (!line) throw settlementErrors.SETTLEMENT_LINE_NOT_FOUND();
    const { direction, result, transferId, outcome } = line;
    if (direction !== 'Outward' || result !== 'Matched')
      throw settlementErrors.SETTLEMENT_LINE_NO_EVIDENCE(
        `The line is ${result} and ${direction}; name a Matched line of an Outward transfer.`,
      );
    const others = await tx.findBy(SettlementLine, { institutionId, direction: 'Outward', transferId: transferId! });
    if (others.every((other) => other.outcome === outcome)) return line;
    throw settlementErrors.SETTLEMENT_LINE_NO_EVIDENCE(
      'Another line says the opposite about this transfer. Ask the provider, then confirm the transfer with evidence ' +
        'in your own words.',
    );
  }
}
