import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import {
  type GaugeReading,
  InstitutionGauges,
  type InstitutionGaugeSource,
} from '../../common/metrics/institution-gauges';
import { MemberOf } from '../../common/registry/registry';

const FAILING = 'corebank_watch_list_sources_failing';
const WAITING = 'corebank_watch_list_sources_waiting';
const LATE = 'corebank_watch_list_sources_late_seconds';

/** Sources of watch-lists that fail, whose new version waits for staff, or from which nothing good came in time. */
@Injectable()
@MemberOf(InstitutionGauges)
export class SourceGauges implements InstitutionGaugeSource {
  readonly name = 'watch-list-sources';
  readonly gauges = [
    { name: FAILING, help: 'Sources of watch-lists whose last fetch failed.' },
    { name: WAITING, help: 'Sources of watch-lists whose fetched version waits for staff.' },
    { name: LATE, help: 'Time since the fetch was due of the watch-list that has gone longest without a good one.' },
  ];

  async read(tx: Tx, institutionId: number): Promise<GaugeReading[]> {
    const [row] = await tx.query<{ failing: string; waiting: string; late_sec: string | null }[]>(
      `SELECT count(*) FILTER (WHERE outcome = 'failed') AS failing,
              count(*) FILTER (WHERE outcome = 'waiting') AS waiting,
              max(extract(epoch FROM institution_now() - coalesce(last_good_at, set_at)) - every_hours * 3600) AS late_sec
         FROM watch_list_source WHERE institution_id = $1`,
      [institutionId],
    );
    return [
      { gauge: FAILING, value: Number(row?.failing ?? 0) },
      { gauge: WAITING, value: Number(row?.waiting ?? 0) },
      { gauge: LATE, value: Math.max(0, Number(row?.late_sec ?? 0)) },
    ];
  }
}
