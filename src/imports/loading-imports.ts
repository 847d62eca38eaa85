import { Injectable } from '@nestjs/common';
import { type RollBlocker, RollBlockers } from '../business-day/roll-blockers';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { DataImport } from './data-import.entity';

/**
 * Keeps the business date while an import is loaded whose opening balances are booked on it: accounts that are loaded
 * after the night would miss its interest, and loans its arrears. An import of an earlier date keeps nothing.
 */
@Injectable()
@MemberOf(RollBlockers)
export class LoadingImports implements RollBlocker {
  readonly name = 'loading-import';

  async rollViolation(tx: Tx, institutionId: number, businessDate: string): Promise<string | undefined> {
    const loading = await tx.findOneBy(DataImport, { institutionId, status: 'Loading', cutOverOn: businessDate });
    return loading
      ? `Import ${loading.id} by ${loading.startedBy} is half loaded: complete it with corebank import, ` +
          'or restore the backup from before it.'
      : undefined;
  }
}
