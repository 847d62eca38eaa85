import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import {
  type GaugeReading,
  InstitutionGauges,
  type InstitutionGaugeSource,
} from '../common/metrics/institution-gauges';
import { MemberOf } from '../common/registry/registry';

interface LatestRun {
  status: string;
  running_sec: string;
}

interface LatestProof {
  passed: boolean;
  age_sec: string;
}

/** How far the books are behind the calendar, whether the last closing stopped, and the last proof. */
@Injectable()
@MemberOf(InstitutionGauges)
export class EndOfDayGauges implements InstitutionGaugeSource {
  readonly name = 'end-of-day';
  readonly gauges = [
    { name: 'corebank_business_date_lag_days', help: 'Days of the business date behind the calendar.' },
    { name: 'corebank_end_of_day_stopped', help: '1 when the last end of day stopped and waits for staff, else 0.' },
    { name: 'corebank_end_of_day_running_seconds', help: 'Age of the end of day that runs, 0 when none does.' },
    { name: 'corebank_end_of_day_exceptions_open', help: 'Rows that steps of the day could not process.' },
    { name: 'corebank_ledger_proof_passed', help: '1 when the last proof of the ledger passed, else 0.' },
    { name: 'corebank_ledger_proof_age_seconds', help: 'Time since the last proof of the ledger.' },
  ];

  async read(tx: Tx, institutionId: number): Promise<GaugeReading[]> {
    const [institution] = await tx.query<{ lag_days: number }[]>(
      `SELECT (institution_now() AT TIME ZONE time_zone)::date - business_date AS lag_days
         FROM institution WHERE institution_id = $1`,
      [institutionId],
    );
    const [run] = await tx.query<LatestRun[]>(
      `SELECT status, extract(epoch FROM institution_now() - rolled_at) AS running_sec
         FROM end_of_day_run WHERE institution_id = $1 ORDER BY date DESC LIMIT 1`,
      [institutionId],
    );
    const [proof] = await tx.query<LatestProof[]>(
      `SELECT (proof->>'passed')::boolean AS passed,
              extract(epoch FROM institution_now() - (proof->>'provedAt')::timestamptz) AS age_sec
         FROM end_of_day_run WHERE institution_id = $1 AND proof IS NOT NULL ORDER BY date DESC LIMIT 1`,
      [institutionId],
    );
    const [open] = await tx.query<{ count: string }[]>(
      'SELECT count(*) FROM end_of_day_exception WHERE institution_id = $1 AND resolved_at IS NULL',
      [institutionId],
    );
    return [
      { gauge: 'corebank_business_date_lag_days', value: institution?.lag_days ?? 0 },
      { gauge: 'corebank_end_of_day_stopped', value: run?.status === 'Stopped' ? 1 : 0 },
      {
        gauge: 'corebank_end_of_day_running_seconds',
        value: run?.status === 'Running' ? Math.max(0, Number(run.running_sec)) : 0,
      },
      { gauge: 'corebank_end_of_day_exceptions_open', value: Number(open?.count ?? 0) },
      ...proofReadings(proof),
    ];
  }
}

/** None before the first closing, so that nothing is said of a proof that was never made. */
function proofReadings(proof: LatestProof | undefined): GaugeReading[] {
  if (!proof) return [];
  return [
    { gauge: 'corebank_ledger_proof_passed', value: proof.passed ? 1 : 0 },
    { gauge: 'corebank_ledger_proof_age_seconds', value: Math.max(0, Number(proof.age_sec)) },
  ];
}
