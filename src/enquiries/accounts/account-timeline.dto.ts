import { IsIn, IsOptional } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';

/** Paging of the history of an account. */
export class AccountTimelineQuery extends PagingQuery {
  /**
   * Order of the rows.
   * @example at
   */
  @IsOptional()
  @IsIn(['at'])
  override SortColumn: string = 'at';
}

/** One event in the life of an account. */
export class AccountEventView {
  /** @example 2026-11-21T10:00:00.000Z */
  at!: Date;

  /**
   * `opened`, `status-changed`, `document-added`, `approval-asked`, `approved`, `declined`, `canceled`, or a change in the
   * words of the audit log, such as `account.set-limits`, `lien.place`, `overdraft.start` or `card.block`.
   * @example opened
   */
  event!: string;

  /**
   * Who caused it: `api-client:ID`, `staff:ID` or `system:NAME`.
   * @example "api-client:sandbox"
   */
  actor!: string;

  /**
   * The second person, where there was one.
   * @example null
   */
  checker!: string | null;

  /**
   * The record that changed, such as `lien:20301`.
   * @example "account:0000010021"
   */
  subject!: string;

  /**
   * The changed fields before the change; null where nothing was there before.
   * @example null
   */
  before!: Record<string, unknown> | null;

  /**
   * The changed fields after the change, or the facts of what was added.
   * @example { "dateOpened": "2026-11-21" }
   */
  after!: Record<string, unknown> | null;

  /**
   * Reason or note.
   * @example null
   */
  note!: string | null;

  /** @example null */
  approvalId!: number | null;
}
