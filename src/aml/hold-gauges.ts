import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import {
  type GaugeReading,
  InstitutionGauges,
  type InstitutionGaugeSource,
  waitingReadings,
  type WaitingRow,
} from '../common/metrics/institution-gauges';
import { MemberOf } from '../common/registry/registry';

const OPEN = { count: 'corebank_aml_holds_open', oldest: 'corebank_aml_holds_open_oldest_seconds' };

/** Held movements that nobody has decided, and released ones that have not run. */
@Injectable()
@MemberOf(InstitutionGauges)
export class HoldGauges implements InstitutionGaugeSource {
  readonly name = 'aml-holds';
  readonly gauges = [
    { name: OPEN.count, help: 'Movements that AML holds, by status.', labelNames: ['status'] },
    { name: OPEN.oldest, help: 'Age of the oldest open hold, by status.', labelNames: ['status'] },
  ];

  async read(tx: Tx, institutionId: number): Promise<GaugeReading[]> {
    const rows = await tx.query<(WaitingRow & { status: string })[]>(
      `SELECT wanted.status, count(hold.id),
              extract(epoch FROM institution_now() - min(hold.created_at)) AS oldest_sec
         FROM (VALUES ('Held'), ('Approved')) AS wanted (status)
         LEFT JOIN aml_hold AS hold
           ON hold.institution_id = $1 AND hold.status = wanted.status AND hold.status IN ('Held', 'Approved')
        GROUP BY wanted.status`,
      [institutionId],
    );
    return rows.flatMap((row) => waitingReadings(OPEN, row, { status: row.status }));
  }
}
