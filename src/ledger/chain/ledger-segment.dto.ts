import { IsIn, IsOptional } from 'class-validator';
import type { PublicKeyText } from '../../common/crypto/signing-keys';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import type { LedgerSegment } from './ledger-segment.entity';

/** A segment in the path. */
export class LedgerSegmentPath {
  /** The last business date of the segment.
   * @example "2026-11-20" */
  @IsCalendarDate()
  segmentDate!: string;
}

/** Order and paging of the segments. */
export class ListLedgerSegmentsQuery extends PagingQuery {
  /** Column that orders the rows.
   * @example "date" */
  @IsOptional()
  @IsIn(['date'])
  override SortColumn?: string;
}

/** A sealed segment of the ledger. */
export class LedgerSegmentView {
  /** The last business date of the segment.
   * @example "2026-11-20" */
  date!: string;

  /** The last business date of the segment before; null for the first segment, which has every earlier date.
   * @example "2026-11-19" */
  after!: string | null;

  /** The number of postings.
   * @example 5210 */
  postings!: number;

  /** The number of entries.
   * @example 10434 */
  entries!: number;

  /** SHA-256 of the lines of the postings, in hexadecimal digits.
   * @example "1f0cf8c1a4bb3e2f6a9d2c6c8a0b5b8f7a4d0d3f5e1c2b3a49586776655443f2" */
  postingsHash!: string;

  /** SHA-256 of the lines of the entries, in hexadecimal digits.
   * @example "8a6b3d1f0e9c7b5a4d3e2f1c0b9a88776655443322110ffeeddccbbaa9988776" */
  entriesHash!: string;

  /** The root of the segment before, in hexadecimal digits; null for the first.
   * @example "c0ffee1f0e9c7b5a4d3e2f1c0b9a88776655443322110ffeeddccbbaa9988776" */
  previousRoot!: string | null;

  /** The root: it stands for every row of the segment and of the segments before. Keep it away from the database.
   * @example "5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592" */
  root!: string;

  /** SHA-256 of the marks in the file of the seal, in hexadecimal digits.
   * @example "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" */
  marksHash!: string;

  /** The id of the key that signed; null where the server has no signing key.
   * @example "9f86d081884c7d65" */
  keyId!: string | null;

  /** Ed25519 over the text of the seal, in base64; null without a key.
   * @example "c2lnbmF0dXJl" */
  signature!: string | null;

  /** The public key in PEM; null when the key is not among the configured ones.
   * @example "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n" */
  publicKey!: string | null;

  /** When it was sealed.
   * @example "2026-11-21T00:00:12.000Z" */
  sealedAt!: string;
}

/** The view of a segment. */
export function segmentView(segment: LedgerSegment, keys: readonly PublicKeyText[]): LedgerSegmentView {
  const { through: date, after, postings, entries, postingsHash, entriesHash, previousRoot, root, marksHash } = segment;
  return {
    date,
    after,
    postings,
    entries,
    postingsHash,
    entriesHash,
    previousRoot,
    root,
    marksHash,
    keyId: segment.keyId,
    signature: segment.signature,
    publicKey: keys.find(({ keyId }) => keyId === segment.keyId)?.publicKey ?? null,
    sealedAt: segment.sealedAt.toISOString(),
  };
}
