import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ApiClients, type ClientStanding } from '../../auth/api-clients';
import { arrayInsert, arrayInsertText } from '../../common/database/distribution/array-insert';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { SequencerHead } from '../../common/sequencer/sequencer-head.entity';
import { Clock } from '../../common/time/clock';
import { type EventBody, eventsOf, type NumberedEvent } from '../../events/catalogue/event-catalogue';
import { EVENT_STREAM } from '../../events/event-numbering';
import type { EventRecord } from '../../events/event-record.entity';
import { withPostingParts } from '../../events/posting-event-parts';
import { WebhookDelivery } from '../webhook-delivery.entity';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import { mayReadType, readerOf, readStretch, resourceKey } from './deliverable-events';
import { EndpointLeases } from './endpoint-leases';

/** Records fanned out in one transaction. */
const FAN_OUT_SIZE = 500;
/** Why a delivery was ended without an attempt. */
const NOT_WANTED =
  'The API client has no longer the scope of this type of event, or the endpoint no longer has the type.';
/** Deliveries loaded at once. */
export const DELIVERIES_IN_ROUND_MAX = 500;

/** A delivery that can be made now, with the body of its event. */
export type DueDelivery = Pick<WebhookDelivery, 'position' | 'resource' | 'attempts' | 'firstAttemptAt'> & {
  body: EventBody;
};

/**
 * The next deliveries of an endpoint. One of a resource is left out while an earlier one of the resource waits for its
 * next attempt.
 */
const DUE = `SELECT d.position, d.seq, d.part, d.resource, d.attempts, d.first_attempt_at, r.types, r.parts,
    r.posting_id, r.at
   FROM webhook_delivery d JOIN event_record r ON r.institution_id = $1 AND r.seq = d.seq
  WHERE d.institution_id = $1 AND d.endpoint_id = $2 AND d.status = 'Pending' AND d.due_at <= $3
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery e
      WHERE e.institution_id = $1 AND e.endpoint_id = $2 AND e.status = 'Pending' AND e.resource = d.resource
        AND e.position < d.position AND e.due_at > $3)
  ORDER BY d.position LIMIT ${DELIVERIES_IN_ROUND_MAX}`;

const INSERT = arrayInsert({
  into: `webhook_delivery (institution_id, endpoint_id, replayed, due_at, created_at, status, position, seq, part, type,
    resource)`,
  fixed: ['$1::bigint', '$2::bigint', '$3::boolean', '$4::timestamptz', '$5::timestamptz'],
  arrays: ['bigint', 'bigint', 'smallint', 'text', 'text'],
  values: (elements) => ["'Pending'", ...elements],
});

interface DueRow {
  position: string;
  seq: string;
  part: number;
  resource: string;
  attempts: number;
  first_attempt_at: Date | null;
  types: string[];
  parts: EventRecord['parts'];
  posting_id: string | null;
  at: Date;
}

/** The deliveries of an endpoint before they are made: written from the stream of events, and loaded when due. */
@Injectable()
export class PendingDeliveries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clients: ApiClients,
    private readonly leases: EndpointLeases,
    private readonly clock: Clock,
  ) {}

  /**
   * The API client of an endpoint. One that is not active gets nothing, and its endpoint goes on where it stopped once
   * the client is active again.
   * @returns undefined when it is not active
   */
  async activeClient({ institutionId, clientId }: WebhookEndpoint): Promise<ClientStanding | undefined> {
    const standing = await this.clients.standing(institutionId, clientId);
    const hasExpired = standing?.expiresAt && standing.expiresAt <= this.clock.now();
    return standing?.isActive && !hasExpired ? standing : undefined;
  }

  /**
   * Writes the deliveries of the next events for an endpoint that this process has leased.
   * @returns true when there may be more
   */
  async fanOut(leased: WebhookEndpoint, standing: ClientStanding): Promise<boolean> {
    const { institutionId, id } = leased;
    return this.unitOfWork.run(institutionId, async (tx) => {
      const endpoint = await this.leases.lockOwn(tx, leased);
      const head = await tx.findOneBy(SequencerHead, { institutionId, stream: EVENT_STREAM });
      if (!endpoint || !head || head.lastSeq <= endpoint.fannedOutTo) return false;
      const { events, readTo, isFull } = await readStretch(tx, readerOf(endpoint, standing), {
        after: endpoint.fannedOutTo,
        limit: FAN_OUT_SIZE,
        lastSeq: head.lastSeq,
      });
      const lastPosition = await this.add(tx, endpoint, events, { replayed: false });
      await tx.update(WebhookEndpoint, { institutionId, id }, { fannedOutTo: readTo, lastPosition });
      return isFull;
    });
  }

  /** Writes deliveries after the last one of a locked endpoint. @returns the position of the last */
  async add(
    tx: Tx,
    { institutionId, id, lastPosition }: WebhookEndpoint,
    events: readonly NumberedEvent[],
    { replayed }: { replayed: boolean },
  ): Promise<number> {
    if (events.length === 0) return lastPosition;
    const now = this.clock.now().toISOString();
    await tx.query(arrayInsertText(tx, INSERT, events.length), [
      institutionId,
      id,
      replayed,
      now,
      now,
      events.map((_, index) => lastPosition + index + 1),
      events.map(({ seq }) => seq),
      events.map(({ part }) => part),
      events.map(({ body }) => body.type),
      events.map(({ body }) => resourceKey(body)),
    ]);
    return lastPosition + events.length;
  }

  /**
   * The deliveries of an endpoint that can be made now, at most 500, in their order. What waited while the client lost
   * the scope, or the endpoint the type, is ended instead.
   */
  async load(endpoint: WebhookEndpoint, standing: ClientStanding): Promise<DueDelivery[]> {
    const reader = readerOf(endpoint, standing);
    const due = await this.readDue(endpoint);
    const unwanted = due.filter(({ body }) => !mayReadType(reader, body.type));
    if (unwanted.length === 0) return due;
    await this.end(endpoint, unwanted);
    return due.filter(({ body }) => mayReadType(reader, body.type));
  }

  private async end({ institutionId, id: endpointId }: WebhookEndpoint, deliveries: DueDelivery[]): Promise<void> {
    const position = In(deliveries.map((delivery) => delivery.position));
    await this.unitOfWork.run(institutionId, (tx) =>
      tx.update(
        WebhookDelivery,
        { institutionId, endpointId, position, status: 'Pending' },
        { status: 'Failed', lastHttpStatus: null, lastError: NOT_WANTED, finishedAt: this.clock.now() },
      ),
    );
  }

  private async readDue({ institutionId, id }: WebhookEndpoint): Promise<DueDelivery[]> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const rows = await tx.query<DueRow[]>(DUE, [institutionId, id, this.clock.now().toISOString()]);
      const records = rows.map(({ seq, types, parts, posting_id, at }) => ({
        ...{ institutionId, seq: Number(seq), audience: null, types, parts, at },
        postingId: posting_id === null ? null : Number(posting_id),
      }));
      const readable = await withPostingParts(tx, institutionId, records);
      return rows.flatMap(({ position, part, resource, attempts, first_attempt_at }, index) => {
        const event = eventsOf(readable[index]!).find((candidate) => candidate.part === part);
        if (!event) return [];
        return [{ position: Number(position), resource, attempts, firstAttemptAt: first_attempt_at, body: event.body }];
      });
    });
  }
}
