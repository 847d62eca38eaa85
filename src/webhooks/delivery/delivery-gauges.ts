import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import {
  type GaugeReading,
  InstitutionGauges,
  type InstitutionGaugeSource,
  waitingReadings,
  type WaitingRow,
} from '../../common/metrics/institution-gauges';
import { MemberOf } from '../../common/registry/registry';

const WAITING = {
  count: 'corebank_webhook_deliveries_waiting',
  oldest: 'corebank_webhook_deliveries_waiting_oldest_seconds',
};
const UNSENT = 'corebank_webhook_events_behind';

/** Deliveries that wait, and how far endpoints are behind the stream of events. */
@Injectable()
@MemberOf(InstitutionGauges)
export class DeliveryGauges implements InstitutionGaugeSource {
  readonly name = 'webhook-deliveries';
  readonly gauges = [
    { name: WAITING.count, help: 'Deliveries of events that wait, by status of the endpoint.', labelNames: ['status'] },
    {
      name: WAITING.oldest,
      help: 'Age of the oldest waiting delivery, by status of the endpoint.',
      labelNames: ['status'],
    },
    { name: UNSENT, help: 'Events that the endpoint farthest behind has still to be given.' },
  ];

  async read(tx: Tx, institutionId: number): Promise<GaugeReading[]> {
    const rows = await tx.query<(WaitingRow & { status: string })[]>(
      `SELECT wanted.status, count(delivery.position),
              extract(epoch FROM clock_timestamp() - min(delivery.created_at)) AS oldest_sec
         FROM (VALUES ('Active'), ('Paused')) AS wanted (status)
         LEFT JOIN webhook_endpoint AS endpoint
           ON endpoint.institution_id = $1 AND endpoint.status = wanted.status
         LEFT JOIN webhook_delivery AS delivery
           ON delivery.institution_id = $1 AND delivery.endpoint_id = endpoint.id AND delivery.status = 'Pending'
        GROUP BY wanted.status`,
      [institutionId],
    );
    const [behind] = await tx.query<{ events: string | null }[]>(
      `SELECT max(head.last_seq - endpoint.fanned_out_to) AS events
         FROM webhook_endpoint AS endpoint
         JOIN sequencer_head AS head ON head.institution_id = $1 AND head.stream = 'events'
        WHERE endpoint.institution_id = $1 AND endpoint.status IN ('Active', 'Paused') AND endpoint.url IS NOT NULL`,
      [institutionId],
    );
    return [
      ...rows.flatMap((row) => waitingReadings(WAITING, row, { status: row.status })),
      { gauge: UNSENT, value: Number(behind?.events ?? 0) },
    ];
  }
}
