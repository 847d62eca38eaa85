import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { CTR_CASH_LEDGERS } from './nfiu-reports.settings';

const CASH = `SELECT a.id FROM ledger_account a
   WHERE a.institution_id = $1 AND a.kind = 'gl' AND (a.number = ANY($2::text[])
      OR a.number IN (SELECT t.account_number FROM till t WHERE t.institution_id = $1))`;

/** The ledgers of cash: those of the tills and those of the setting. */
@Injectable()
export class CashLedgers {
  constructor(private readonly settings: InstitutionSettings) {}

  async ids(tx: Tx, institutionId: number): Promise<ReadonlySet<number>> {
    const codes = await this.settings.getWithin(tx, institutionId, CTR_CASH_LEDGERS);
    const rows = await tx.query<{ id: string }[]>(CASH, [institutionId, codes?.split(',') ?? []]);
    return new Set(rows.map(({ id }) => Number(id)));
  }
}
