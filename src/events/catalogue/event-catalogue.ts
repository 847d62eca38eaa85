import type { EventPart, EventRow } from '../event-part';
import type { EventRecord } from '../event-record.entity';
import { eventData, type EventType } from './event-definition';
import { EVENT_FAMILIES } from './event-families';

const TYPES: ReadonlyMap<string, EventType> = new Map(
  EVENT_FAMILIES.flatMap(({ types, ...family }) =>
    Object.entries(types).map(([type, description]) => [type, { ...family, type, description }] as const),
  ),
);

/** The names of all types of events, in the order of the documentation. */
export const EVENT_TYPES: readonly string[] = [...TYPES.keys()];

/** The type of this name. @throws Error for a name that is not in the catalogue */
export function eventTypeOf(name: string): EventType {
  const type = TYPES.get(name);
  if (!type) throw new Error(`There is no event type ${name} in the catalogue.`);
  return type;
}

/** The record that an event is about. */
interface EventResource {
  type: string;
  id: string;
}

/** The body of an event, as it is sent and pulled (docs/api/events.md#body). */
export interface EventBody {
  id: string;
  type: string;
  timestamp: string;
  /** The number of the change; events of one change have the same. */
  sequence: number;
  resource: EventResource;
  data: Record<string, unknown>;
}

/** An event with its place in its record. */
export interface NumberedEvent {
  seq: number;
  part: number;
  /** Null when every client with the scope may see it. */
  audience: string | null;
  body: EventBody;
}

/** A record whose parts are there, also that of a posting (`withPostingParts`). */
export type ReadableRecord = Pick<EventRecord, 'institutionId' | 'seq' | 'audience' | 'at'> & { parts: EventPart[] };

/** The events of a record: one for each part. A type that the catalogue does not know any more is left out. */
export function eventsOf({ institutionId, seq, audience, parts, at }: ReadableRecord): NumberedEvent[] {
  const shared = parts[0]?.shared;
  return parts.flatMap((eventPart, part) => {
    const type = TYPES.get(eventPart.type);
    if (!type) return [];
    const row = shared ? { ...shared, ...eventPart.row } : eventPart.row;
    return [{ seq, part, audience, body: bodyOf(type, row, { institutionId, seq, part, at }) }];
  });
}

function bodyOf(
  { type, resource, resourceColumn, fields }: EventType,
  row: EventRow,
  { institutionId, seq, part, at }: { institutionId: number; seq: number; part: number; at: Date },
): EventBody {
  return {
    id: `evt-${institutionId}-${seq}-${part}`,
    type,
    timestamp: at.toISOString(),
    sequence: seq,
    resource: { type: resource, id: String(row[resourceColumn]) },
    data: eventData(fields, row),
  };
}

/** The number and the part in the id of an event of this institution; undefined for any other text. */
export function placeOfEventId(institutionId: number, id: string): { seq: number; part: number } | undefined {
  const [, institution, seq, part] = /^evt-(\d{1,16})-(\d{1,16})-(\d{1,5})$/.exec(id) ?? [];
  return Number(institution) === institutionId ? { seq: Number(seq), part: Number(part) } : undefined;
}
