import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** The events to pull. */
export class PullEventsQuery {
  /**
   * The number of the last event that was read; `nextAfter` of the answer before. Default: from the oldest kept event.
   * @example 4200
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  After: number = 0;

  /**
   * Changes to read at most; a change has one event or a few.
   * @example 100
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(500)
  Limit: number = 100;
}

/** The resource that an event is about. */
export class EventResourceView {
  /** @example transfer */
  type!: string;
  /** @example REF-20261121-0001 */
  id!: string;
}

/** An event, as it is also sent to webhook endpoints. */
export class EventView {
  /** The same at every delivery of the event. @example evt-1-4211-0 */
  id!: string;
  /** @example transfer.completed */
  type!: string;
  /** When the change was made. @example 2026-11-21T09:00:00.000Z */
  timestamp!: string;
  /** The number of the change: 1, 2, 3 and so on, in the order of the commits. @example 4211 */
  sequence!: number;
  resource!: EventResourceView;
  /**
   * The fields of the type (docs/api/events.md#types).
   * @example {"reference": "REF-20261121-0001", "amount": 262144.07}
   */
  data!: Record<string, unknown>;
}

/** Events in the order of their numbers. */
export class PulledEventsView {
  events!: EventView[];
  /** Send it as `After` to go on. @example 4211 */
  nextAfter!: number;
  /** True when there are more events to read at once. @example false */
  hasMore!: boolean;
}
