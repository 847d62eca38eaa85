import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { SourceFailure, SourceOutcome } from './watch-list-source.entity';

export const EVERY_HOURS_DEFAULT = 24;
const EVERY_HOURS_MAX = 168;

/** Where the versions of a list come from. */
export class SetWatchListSourceBody {
  /**
   * The address of the file, by https.
   * @example https://publisher.example/lists/consolidated.xml
   */
  @IsString()
  @MaxLength(2000)
  @Matches(/^https?:\/\/[^\s@#/\\]+(\/[^\s#]*)?$/, {
    message: 'url must be an https address without a user, a password or a fragment',
  })
  url!: string;

  /**
   * Hours from one fetch to the next, at most a week. Default 24.
   * @example 24
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(EVERY_HOURS_MAX)
  everyHours?: number;
}

/** The source of a list, with its last fetch. */
export class WatchListSourceView {
  /** @example https://publisher.example/lists/consolidated.xml */
  url!: string;

  /** @example 24 */
  everyHours!: number;

  /** @example staff:STF001 */
  setBy!: string;

  /** @example 2026-11-26T10:15:00.000Z */
  setAt!: string;

  /**
   * True while a fetch is under way.
   * @example false
   */
  isFetching!: boolean;

  /** @example 2026-11-27T10:15:00.000Z */
  nextAttemptAt!: string;

  /**
   * Null before the first fetch.
   * @example 2026-11-26T10:15:00.000Z
   */
  lastAttemptAt!: string | null;

  /**
   * The last fetch that brought a whole list, or learned that it has not changed; null where there was none.
   * @example 2026-11-26T10:15:00.000Z
   */
  lastGoodAt!: string | null;

  /**
   * How the last fetch ended. `waiting`: the fetched version lacks more than 10 % of the active entries, and staff have
   * to activate it.
   * @example imported
   */
  outcome!: SourceOutcome | null;

  /**
   * Why the last fetch failed; null where it did not.
   * @example null
   */
  errorCode!: SourceFailure | null;

  /**
   * The same in words.
   * @example null
   */
  error!: string | null;

  /**
   * Failures in a row.
   * @example 0
   */
  failures!: number;

  /**
   * True where the last good fetch should have been followed by another one two days ago.
   * @example false
   */
  isLate!: boolean;
}
