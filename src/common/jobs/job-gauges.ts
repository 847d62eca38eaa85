import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/unit-of-work';
import {
  type GaugeReading,
  InstitutionGauges,
  type InstitutionGaugeSource,
  waitingReadings,
  type WaitingRow,
} from '../metrics/institution-gauges';
import { MemberOf } from '../registry/registry';

const DUE = { count: 'corebank_jobs_due', oldest: 'corebank_jobs_due_oldest_seconds' };
const DEAD = { count: 'corebank_dead_letters', oldest: 'corebank_dead_letters_oldest_seconds' };

/** Jobs that nobody has taken although they are due, and jobs that failed ten times. */
@Injectable()
@MemberOf(InstitutionGauges)
export class JobGauges implements InstitutionGaugeSource {
  readonly name = 'jobs';
  readonly gauges = [
    { name: DUE.count, help: 'Jobs that are due and not taken.' },
    { name: DUE.oldest, help: 'Time since the oldest untaken job became due.' },
    { name: DEAD.count, help: 'Jobs that failed ten times and wait for staff.' },
    { name: DEAD.oldest, help: 'Time since the oldest dead letter became one.' },
  ];

  async read(tx: Tx, institutionId: number): Promise<GaugeReading[]> {
    const [due] = await tx.query<WaitingRow[]>(
      `SELECT count(*), extract(epoch FROM clock_timestamp() - min(due_at)) AS oldest_sec
         FROM job_due WHERE institution_id = $1 AND due_at <= clock_timestamp()`,
      [institutionId],
    );
    const [dead] = await tx.query<WaitingRow[]>(
      `SELECT count(*), extract(epoch FROM clock_timestamp() - min(finished_at)) AS oldest_sec
         FROM job WHERE institution_id = $1 AND status = 'dead'`,
      [institutionId],
    );
    return [...waitingReadings(DUE, due), ...waitingReadings(DEAD, dead)];
  }
}
