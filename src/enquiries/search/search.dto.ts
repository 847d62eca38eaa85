import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { fieldRule } from '../../common/openapi/documented-rule';
import { SEARCH_KINDS, type SearchKind } from './search-kinds';

const QUERY_MIN_LENGTH = 3;
const QUERY_MAX_LENGTH = 60;
const RESULTS_DEFAULT = 5;
const RESULTS_MAX = 8;

const KIND = `(${SEARCH_KINDS.join('|')})`;
const KINDS = new RegExp(`^${KIND}(,${KIND})*$`);
const KINDS_MAX_LENGTH = 200;

/** The kinds in a value of `Kinds`. */
export function readKinds(value: string): SearchKind[] {
  return value.split(',') as SearchKind[];
}

const IsKinds = (): PropertyDecorator =>
  fieldRule({
    name: 'isSearchKinds',
    schema: { type: 'string', maxLength: KINDS_MAX_LENGTH, pattern: KINDS.source },
    validate: (value) => typeof value === 'string' && value.length <= KINDS_MAX_LENGTH && KINDS.test(value),
    expected: `kinds separated by commas, of ${SEARCH_KINDS.join(', ')}`,
  });

/** The search across kinds of records. */
export class SearchQuery {
  /**
   * An identifier, or the beginning of each word of a name.
   * @example "okafor ada"
   */
  @IsString()
  @MinLength(QUERY_MIN_LENGTH)
  @MaxLength(QUERY_MAX_LENGTH)
  Query!: string;

  /**
   * Kinds to search, separated by commas; all of them without it.
   * @example "customer"
   */
  @IsOptional()
  @IsKinds()
  Kinds?: string;

  /** Results of each kind, at most 8. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(RESULTS_MAX)
  Limit: number = RESULTS_DEFAULT;
}

/** A record that the search has found. */
export class SearchResultView {
  /** @example "customer" */
  @ApiProperty({ enum: SEARCH_KINDS })
  kind!: SearchKind;

  /**
   * What the routes of the kind take: the customer ID, the account number, the `postingReferenceNumber` of transfers,
   * bills and postings, the number of the approval for holds and approvals, the code of ledgers, agents and staff, and
   * the numeric id of loans, fixed deposits and inward transfers.
   * @example "00000101"
   */
  id!: string;

  /** @example "Okafor Adaeze" */
  title!: string;

  /** @example "00000101 · Head Office" */
  subtitle!: string | null;

  /** @example "Active" */
  status!: string | null;

  /**
   * Naira.
   * @example 5000.5
   */
  amount!: number | null;

  /** @example "2026-11-21T09:30:12.345Z" */
  at!: string | null;

  /**
   * True where the query is an identifier of the record.
   * @example false
   */
  isExact!: boolean;
}

/** The results of a search. */
export class SearchResultsView {
  /** Exact results first, then the others by kind. */
  results!: SearchResultView[];

  /**
   * The number of results.
   * @example 1
   */
  recordCount!: number;

  /**
   * False where so many names begin alike that not all of them were compared: more letters find the others.
   * @example true
   */
  isComplete!: boolean;
}
