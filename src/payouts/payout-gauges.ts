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
import { PAYOUT_KINDS, PAYOUT_STATUSES } from './payout.entity';

const OPEN = { count: 'corebank_payouts_open', oldest: 'corebank_payouts_open_oldest_seconds' };
const FINAL: readonly string[] = ['Processed', 'Reversed'];
const OPEN_STATUSES = PAYOUT_STATUSES.filter((status) => !FINAL.includes(status));

/** Payments whose end is not reached: neither processed nor given back. */
@Injectable()
@MemberOf(InstitutionGauges)
export class PayoutGauges implements InstitutionGaugeSource {
  readonly name = 'payouts';
  readonly gauges = [
    { name: OPEN.count, help: 'Payments without an end, by kind and status.', labelNames: ['kind', 'status'] },
    { name: OPEN.oldest, help: 'Age of the oldest of them.', labelNames: ['kind', 'status'] },
  ];

  async read(tx: Tx, institutionId: number): Promise<GaugeReading[]> {
    const rows = await tx.query<(WaitingRow & { kind: string; status: string })[]>(
      `SELECT kind, status, count(*), extract(epoch FROM institution_now() - min(created_at)) AS oldest_sec
         FROM payout WHERE institution_id = $1 AND status NOT IN ('Processed', 'Reversed') GROUP BY kind, status`,
      [institutionId],
    );
    return PAYOUT_KINDS.flatMap((kind) =>
      OPEN_STATUSES.flatMap((status) =>
        waitingReadings(
          OPEN,
          rows.find((row) => row.kind === kind && row.status === status),
          { kind, status },
        ),
      ),
    );
  }
}
