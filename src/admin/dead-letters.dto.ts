import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';

export class ListDeadLettersQuery extends PagingQuery {}

/** Work that failed ten times and waits for staff. */
export class DeadLetterView {
  /** @example 10412 */
  id!: number;

  /** Kind of work; `publish-event` for an event that could not be delivered.
   * @example "publish-event" */
  kind!: string;

  /** What the work is about.
   * @example { "event": "AmlHoldApproved", "data": { "institutionId": 1, "holdId": 10169 } } */
  @ApiProperty({ type: 'object', additionalProperties: true })
  payload!: object;

  /** @example 10 */
  attempts!: number;

  /** @example "Error: the provider did not answer" */
  lastError!: string | null;

  /** @example "2026-11-21T10:15:00.000Z" */
  createdAt!: string;

  /** When the last attempt failed.
   * @example "2026-11-21T11:02:13.000Z" */
  finishedAt!: string | null;
}

export class DeadLetterPath {
  /** Id from the list.
   * @example "10412" */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'id must be a whole number' })
  id!: string;
}

/** Dead work that is tried again. */
export class DeadLetterReplayView {
  /** @example 10412 */
  id!: number;

  /** @example "queued" */
  status!: string;
}
