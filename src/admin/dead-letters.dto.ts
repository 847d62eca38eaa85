import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';

export class ListDeadLettersQuery extends PagingQuery {}

/** A job or event that failed ten times and waits for staff. */
export class DeadLetterView {
  /** @example 10412 */
  id!: number;

  /**
   * Kind of job; `publish-event` for an event that could not be delivered.
   * @example "publish-event"
   */
  kind!: string;

  /**
   * Input of the job.
   * @example { "event": "AmlHoldApproved", "data": { "institutionId": 1, "holdId": 10169 } }
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  payload!: object;

  /** @example 10 */
  attempts!: number;

  /** @example "Error: the provider did not answer" */
  lastError!: string | null;

  /** @example "2026-11-21T10:15:00.000Z" */
  createdAt!: string;

  /**
   * Time at which the last attempt failed.
   * @example "2026-11-21T11:02:13.000Z"
   */
  finishedAt!: string | null;
}

export class DeadLetterPath {
  /**
   * Id of the dead letter, from the list.
   * @example "10412"
   */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'id must be a whole number' })
  id!: string;
}

/** A dead letter that is retried. */
export class DeadLetterReplayView {
  /** @example 10412 */
  id!: number;

  /** @example "queued" */
  status!: string;
}
