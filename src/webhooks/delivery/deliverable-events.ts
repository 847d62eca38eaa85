import type { ClientStanding } from '../../auth/api-clients';
import type { Tx } from '../../common/database/unit-of-work';
import { type EventBody, eventsOf, eventTypeOf, type NumberedEvent } from '../../events/catalogue/event-catalogue';
import { EventRecord } from '../../events/event-record.entity';
import { withPostingParts } from '../../events/posting-event-parts';

/** Who asks for events: the API client, and the types that it subscribed to. */
export interface EventReader {
  institutionId: number;
  clientId: string;
  scopes: ReadonlySet<string>;
  types: ReadonlySet<string>;
}

/** The reader of an endpoint, with the scopes that its client has now. */
export function readerOf(
  { institutionId, clientId, eventTypes }: { institutionId: number; clientId: string; eventTypes: readonly string[] },
  { actor }: ClientStanding,
): EventReader {
  return { institutionId, clientId, scopes: actor.scopes, types: new Set(eventTypes) };
}

/** True for a type that the reader wants and whose scope its client has. */
export function mayReadType({ scopes, types }: EventReader, type: string): boolean {
  return types.has(type) && scopes.has(eventTypeOf(type).scope);
}

/** True when the reader may see the event and wants it. */
function mayRead(reader: EventReader, { audience, body }: NumberedEvent): boolean {
  return mayReadType(reader, body.type) && (audience === null || audience === `api-client:${reader.clientId}`);
}

/** Events of a stretch of the stream. */
export interface ReadStretch {
  events: NumberedEvent[];
  /** The last number that was looked at; the next stretch begins after it. */
  readTo: number;
  /** True when the limit ended the stretch. */
  isFull: boolean;
}

/** The name under which deliveries of one resource are kept in order, such as `account:5000112345`. */
export function resourceKey({ resource }: EventBody): string {
  return `${resource.type}:${resource.id}`.slice(0, 160);
}

/**
 * Reads the events after a number that the reader may see and wants.
 *
 * @param limit records to read at most; each has one event or a few.
 * @param lastSeq the last number of the stream, so that records which the reader does not want are passed over.
 */
export async function readStretch(
  tx: Tx,
  reader: EventReader,
  { after, limit, lastSeq }: { after: number; limit: number; lastSeq: number },
): Promise<ReadStretch> {
  const records = await tx
    .createQueryBuilder(EventRecord, 'record')
    .where('record.institution_id = :institutionId AND record.seq > :after AND record.seq <= :lastSeq', {
      institutionId: reader.institutionId,
      after,
      lastSeq,
    })
    .andWhere('record.types && :types', { types: [...reader.types] })
    .orderBy('record.seq', 'ASC')
    .limit(limit)
    .getMany();
  const isFull = records.length === limit;
  const readable = await withPostingParts(tx, reader.institutionId, records);
  return {
    events: readable.flatMap(eventsOf).filter((event) => mayRead(reader, event)),
    readTo: isFull ? records.at(-1)!.seq : Math.max(after, lastSeq),
    isFull,
  };
}
