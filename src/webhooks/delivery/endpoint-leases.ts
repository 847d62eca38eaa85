import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import { ANSWER_TIMEOUT_MS } from './event-sender';

/** How long an endpoint belongs to a process that does not renew its lease, as after a kill. */
const LEASE_SEC = 30;
/** A request begins only while so much of the lease is left that it ends before the lease does. */
const LEASE_RESERVE_MS = ANSWER_TIMEOUT_MS + 2_000;

/** An endpoint whose deliveries this process makes, and the local time until which it may begin one. */
export interface LeasedEndpoint {
  endpoint: WebhookEndpoint;
  /** In the time of `performance.now()`. */
  sendUntilMs: number;
}

/**
 * One process at a time sends to an endpoint, so that its deliveries keep their order. A request ends before the lease
 * does, so the next holder never overtakes it.
 */
@Injectable()
export class EndpointLeases {
  private readonly holder = randomUUID();

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Endpoints of an institution that have work and whose lease is free or ours. */
  async find(institutionId: number): Promise<number[]> {
    const rows = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ id: string }[]>(
        `SELECT w.id FROM webhook_endpoint w
          WHERE w.institution_id = $1 AND w.status = 'Active' AND w.url IS NOT NULL
            AND (w.retry_at IS NULL OR w.retry_at <= statement_timestamp())
            AND (w.leased_until IS NULL OR w.leased_until <= statement_timestamp() OR w.lease_holder = $2)
            AND (EXISTS (SELECT 1 FROM sequencer_head h WHERE h.institution_id = $1 AND h.stream = 'events'
                           AND h.last_seq > w.fanned_out_to)
              OR EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.institution_id = $1 AND d.endpoint_id = w.id
                           AND d.status = 'Pending' AND d.due_at <= statement_timestamp()))`,
        [institutionId, this.holder],
      ),
    );
    return rows.map(({ id }) => Number(id));
  }

  /** Takes or renews the lease. @returns undefined when another process has it, or nothing may be sent now */
  async take(institutionId: number, id: number): Promise<LeasedEndpoint | undefined> {
    const takenAtMs = performance.now();
    const endpoint = await this.unitOfWork.run(institutionId, async (tx) => {
      const [, taken] = await tx.query<[unknown, number]>(
        `UPDATE webhook_endpoint SET lease_holder = $3, leased_until = statement_timestamp() + make_interval(secs => $4)
          WHERE institution_id = $1 AND id = $2 AND status = 'Active'
            AND (retry_at IS NULL OR retry_at <= statement_timestamp())
            AND (leased_until IS NULL OR leased_until <= statement_timestamp() OR lease_holder = $3)`,
        [institutionId, id, this.holder, LEASE_SEC],
      );
      return taken === 1 ? tx.findOneBy(WebhookEndpoint, { institutionId, id }) : null;
    });
    return endpoint ? { endpoint, sendUntilMs: takenAtMs + LEASE_SEC * 1000 - LEASE_RESERVE_MS } : undefined;
  }

  /** Gives the lease back. */
  async release(institutionId: number, id: number): Promise<void> {
    await this.unitOfWork.run(institutionId, (tx) =>
      tx.update(WebhookEndpoint, { institutionId, id, leaseHolder: this.holder }, { leasedUntil: null }),
    );
  }

  /** Locks an endpoint that is still leased to this process. @returns null when it is not */
  async lockOwn(tx: Tx, { institutionId, id }: WebhookEndpoint): Promise<WebhookEndpoint | null> {
    return tx.findOne(WebhookEndpoint, {
      where: { institutionId, id, leaseHolder: this.holder },
      lock: { mode: 'for_no_key_update' },
    });
  }
}
