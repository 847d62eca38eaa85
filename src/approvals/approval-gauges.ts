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

const OPEN = { count: 'corebank_approvals_open', oldest: 'corebank_approvals_open_oldest_seconds' };

/** Decisions that staff have not taken yet. */
@Injectable()
@MemberOf(InstitutionGauges)
export class ApprovalGauges implements InstitutionGaugeSource {
  readonly name = 'approvals';
  readonly gauges = [
    { name: OPEN.count, help: 'Approvals that wait for a decision.' },
    { name: OPEN.oldest, help: 'Age of the oldest approval that waits.' },
  ];

  async read(tx: Tx, institutionId: number): Promise<GaugeReading[]> {
    const [open] = await tx.query<WaitingRow[]>(
      `SELECT count(*), extract(epoch FROM institution_now() - min(created_at)) AS oldest_sec
         FROM approval WHERE institution_id = $1 AND status = 'Pending'`,
      [institutionId],
    );
    return waitingReadings(OPEN, open);
  }
}
