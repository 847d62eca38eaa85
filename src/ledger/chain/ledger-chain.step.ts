import { Injectable } from '@nestjs/common';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { MemberOf } from '../../common/registry/registry';
import { LedgerSeals } from './ledger-seals';

/**
 * Seals the closing date, and dates before it that are not sealed yet. The end of day has waited for every posting of
 * the date, and the steps book on the next one.
 */
@Injectable()
@MemberOf(DaySteps)
export class LedgerChainStep implements DayStep {
  readonly name = 'ledger-chain';
  readonly title = 'Seal of the ledger';

  constructor(private readonly seals: LedgerSeals) {}

  async run({ institutionId, date }: ClosingDay, progress: StepProgress): Promise<void> {
    const rows = await this.seals.sealThrough(institutionId, date);
    if (rows !== undefined) await progress.advance(rows);
  }
}
