import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsName } from '../../common/text/name-rules';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { BASE64URL_PATTERN, DOCUMENT_CONTENT_MAX_LENGTH } from '../../documents/base64url-decoder';
import { IsFileName } from '../../documents/document-rules';
import { PARTY_TYPES, type PartyType } from '../matching/named-party';
import { LIST_FORMATS, type ListFormat } from '../readers/read-list';
import { WatchListSourceView } from '../sources/watch-list-sources.dto';
import { WATCH_LIST_KINDS, type WatchListKind } from './watch-list.entity';
import { WATCH_LIST_VERSION_STATUSES, type WatchListVersionStatus } from './watch-list-version.entity';

const CODE = /^[a-z][a-z0-9-]{1,59}$/;
const CODE_RULE = { message: 'has 2 to 60 lower-case letters, digits and hyphens, and begins with a letter' };

/** The list in a path. */
export class WatchListPath {
  /** @example own-list */
  @Matches(CODE, CODE_RULE)
  listCode!: string;
}

/** Filters of the lists. */
export class ListWatchListsQuery extends PagingQuery {
  /** @example own */
  @IsOptional()
  @IsIn(WATCH_LIST_KINDS)
  Kind?: WatchListKind;
}

/** Filters of the versions of a list. */
export class ListWatchListVersionsQuery extends PagingQuery {
  /** @example active */
  @IsOptional()
  @IsIn(WATCH_LIST_VERSION_STATUSES)
  Status?: WatchListVersionStatus;
}

/** A new list. */
export class CreateWatchListBody {
  /** @example own-list */
  @Matches(CODE, CODE_RULE)
  code!: string;

  /** @example "Own list" */
  @IsName(120)
  name!: string;

  /** @example own */
  @IsIn(WATCH_LIST_KINDS)
  kind!: WatchListKind;

  /**
   * Format of all files of the list.
   * @example own-csv
   */
  @IsIn(LIST_FORMATS)
  format!: ListFormat;
}

/** A file of a list. */
export class ImportWatchListBody {
  /** File name without a folder.
   * @example own-list-2026-11.csv */
  @IsFileName()
  fileName!: string;

  /**
   * The file, at most 10 MB (10,485,760 bytes) when decoded, as base64url (RFC 4648, section 5) without line breaks;
   * padding is optional.
   * @example aWQsbmFtZQpPV04tMSxSb2Nrc3RvbmUgVGFtYXJpbmQgVmVudHVyZXMgTHRkCg
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(DOCUMENT_CONTENT_MAX_LENGTH)
  @ApiProperty({ pattern: BASE64URL_PATTERN })
  content!: string;
}

/** The version to use. */
export class ActivateWatchListBody {
  /** @example 1 */
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  version!: number;
}

/** The party to search a list for. */
export class WatchListMatchesQuery {
  /** @example "Rockstone Tamarind Ventures" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  Name!: string;

  /**
   * Without it, the name decides.
   * @example company
   */
  @IsOptional()
  @IsIn(PARTY_TYPES)
  Type?: PartyType;

  /** @example 1979-09-21 */
  @IsOptional()
  @IsCalendarDate()
  BirthDate?: string;
}

/** A watch-list. */
export class WatchListView {
  /** @example own-list */
  code!: string;

  /** @example "Own list" */
  name!: string;

  /** @example own */
  kind!: WatchListKind;

  /** @example own-csv */
  format!: ListFormat;

  /**
   * Number of the version that was imported last; 0 before the first.
   * @example 1
   */
  latestVersion!: number;

  /**
   * Number of the version in use; null where none was activated.
   * @example 1
   */
  activeVersion!: number | null;

  /** Where its versions are fetched; null where staff send the files. */
  source!: WatchListSourceView | null;

  /** @example 2026-11-26T10:15:00.000Z */
  createdAt!: string;
}

/** A version of a watch-list. */
export class WatchListVersionView {
  /** @example 1 */
  version!: number;

  /** @example active */
  status!: WatchListVersionStatus;

  /** @example own-list-2026-11.csv */
  fileName!: string;

  /**
   * The address from which the file was fetched; null for a file that staff sent.
   * @example null
   */
  sourceUrl!: string | null;

  /** SHA-256 of the file, 64 hexadecimal digits.
   * @example 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03 */
  sha256!: string;

  /** @example 1 */
  entries!: number;

  /**
   * Entries that the version active at the import did not have.
   * @example 1
   */
  added!: number;

  /**
   * Entries that differ from those of the version active at the import.
   * @example 0
   */
  changed!: number;

  /**
   * Entries of the version active at the import that the file lacks.
   * @example 0
   */
  removed!: number;

  /** @example STF001 */
  importedBy!: string;

  /** @example 2026-11-26T10:15:00.000Z */
  importedAt!: string;

  /** @example 2026-11-26T10:20:00.000Z */
  activatedAt!: string | null;
}

/** The answer to an import. */
export class ImportedWatchListVersionView extends WatchListVersionView {
  /**
   * True where the latest version has this very file; nothing was imported.
   * @example false
   */
  importedBefore!: boolean;
}

/** A listed party that matches. */
export class WatchListMatchView {
  /**
   * The list's own number of the party.
   * @example OWN-1
   */
  reference!: string;

  /** @example company */
  type!: PartyType;

  /** @example "Rockstone Tamarind Ventures Ltd" */
  name!: string;

  /**
   * From 0.8 to 1.
   * @example 1
   */
  score!: number;

  /** @example ["The names are equal."] */
  reasons!: string[];

  /** @example ["1979-09-21"] */
  birthDates!: string[];

  /** @example ["NG"] */
  countries!: string[];

  /** @example "Fraud of 2025" */
  programme!: string | null;
}

/** The result of a search. */
export class WatchListMatchesView {
  /**
   * The active version, which was searched; null where the list has none.
   * @example 1
   */
  version!: number | null;

  /** Best first, at most 50. */
  matches!: WatchListMatchView[];
}
