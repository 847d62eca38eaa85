import { sha256 } from '../../common/crypto/digest';

const SEGMENT_FORMAT = 'corebank-ledger-segment/1';
const SEAL_FORMAT = 'corebank-ledger-seal/1';

/** The content of a segment: the closed business dates after one and up to another. Hashes are hexadecimal digits. */
export interface SegmentFacts {
  institutionId: number;
  /** The last date of the segment before; null for the first segment, which has every earlier date. */
  after: string | null;
  through: string;
  postings: number;
  entries: number;
  /** SHA-256 of the lines of the postings. */
  postingsHash: string;
  /** SHA-256 of the lines of the entries. */
  entriesHash: string;
  /** The root of the segment before; null for the first. */
  previousRoot: string | null;
}

/** The hashed text of a segment: JSON with these fields in this order. */
function segmentText(facts: SegmentFacts): string {
  return JSON.stringify({
    format: SEGMENT_FORMAT,
    institutionId: facts.institutionId,
    after: facts.after,
    through: facts.through,
    postings: facts.postings,
    entries: facts.entries,
    postingsHash: facts.postingsHash,
    entriesHash: facts.entriesHash,
    previousRoot: facts.previousRoot,
  });
}

/** The root of a segment: it stands for every row of it and of the segments before. */
export function segmentRoot(facts: SegmentFacts): string {
  return sha256(segmentText(facts)).toString('hex');
}

/** The text that is signed: the root, and the hash of the marks by which a changed row is named. */
export function ledgerSealText({ root, marksHash, keyId }: { root: string; marksHash: string; keyId: string }): string {
  return JSON.stringify({ format: SEAL_FORMAT, root, marksHash, keyId });
}
