import { type LedgerMisfit, misfit } from './ledger-misfit';
import { nameRow } from './name-row';
import { type LedgerLines, type RecomputedLedger, recomputeLedger } from './recompute-ledger';
import { isSigned, type Seal, type SealFile } from './seal-file';
import { type SegmentFacts, segmentRoot } from './segment-text';

/** A ledger to verify, with the seals that are stored with it, which whoever changed the rows may have changed too. */
export interface VerifiedLedger {
  institutionId: number;
  lines: LedgerLines;
  /** In the order of their dates. */
  seals: readonly Seal[];
  /** The marks stored for a segment; undefined when they are not there. */
  marksOf: (through: string) => Promise<Buffer | undefined>;
}

/** What was kept off the machine. */
export interface KeptOutside {
  /** Files of seals. */
  files: readonly SealFile[];
  /** Roots as hexadecimal digits. */
  roots: readonly string[];
  /** Public keys in PEM by which seals must be signed; without any, signatures are not checked. */
  publicKeys: readonly string[];
}

/** The result of a verification. */
export interface LedgerVerification extends Pick<RecomputedLedger, 'postings' | 'entries' | 'accounts'> {
  misfit: LedgerMisfit | null;
  segments: number;
  /** Segments without a signature. */
  unsigned: number;
  /** The last date that a root from outside proves; null without one. */
  provenThrough: string | null;
  /** The computed root of the last segment; null without one. */
  lastRoot: string | null;
  lastDate: string | null;
}

/** A segment with its computed root, and the seal by which it is judged. */
interface JudgedSegment {
  seal: Seal;
  /** True where the seal was kept outside. */
  isTrusted: boolean;
  root: string;
}

/**
 * Compares every row with itself and with the chain, and names the first that does not fit (docs/ledger-proof.md). What
 * was kept outside outranks what is stored with the rows.
 */
export async function verifyLedger(ledger: VerifiedLedger, outside: KeptOutside): Promise<LedgerVerification> {
  const seals = mergedSeals(ledger, outside);
  const checked = await recomputeLedger(
    ledger.lines,
    seals.map(({ seal }) => seal.through),
  );
  const segments = judged(ledger.institutionId, seals, checked);
  const found =
    (await chainMisfit(ledger, outside, segments, checked)) ??
    checked.misfit ??
    rootMisfit(outside, segments) ??
    signatureMisfit(outside, segments);
  const proven = segments.findLast(({ isTrusted, root }) => isTrusted || outside.roots.includes(root));
  const last = segments.at(-1);
  return {
    misfit: found ?? null,
    postings: checked.postings,
    entries: checked.entries,
    accounts: checked.accounts,
    segments: segments.length,
    unsigned: segments.filter(({ seal }) => seal.signature === null).length,
    provenThrough: found ? null : (proven?.seal.through ?? null),
    lastRoot: last?.root ?? null,
    lastDate: last?.seal.through ?? null,
  };
}

function mergedSeals(ledger: VerifiedLedger, outside: KeptOutside): { seal: Seal; isTrusted: boolean }[] {
  const kept = outside.files
    .map(({ seal }) => seal)
    .filter(({ institutionId }) => institutionId === ledger.institutionId);
  const dates = new Set(kept.map(({ through }) => through));
  return [
    ...kept.map((seal) => ({ seal, isTrusted: true })),
    ...ledger.seals.filter(({ through }) => !dates.has(through)).map((seal) => ({ seal, isTrusted: false })),
  ].sort((one, other) => (one.seal.through < other.seal.through ? -1 : 1));
}

/** The segments with their roots as computed from the rows alone. */
function judged(
  institutionId: number,
  seals: readonly { seal: Seal; isTrusted: boolean }[],
  { contents }: RecomputedLedger,
): JudgedSegment[] {
  const segments: JudgedSegment[] = [];
  for (const [index, { postings, entries }] of contents.entries()) {
    const { seal, isTrusted } = seals[index]!;
    const previous = segments.at(-1);
    const facts: SegmentFacts = {
      institutionId,
      after: previous?.seal.through ?? null,
      through: seal.through,
      postings: postings.rows,
      entries: entries.rows,
      postingsHash: postings.hash.toString('hex'),
      entriesHash: entries.hash.toString('hex'),
      previousRoot: previous?.root ?? null,
    };
    segments.push({ seal, isTrusted, root: segmentRoot(facts) });
  }
  return segments;
}

/** The first segment that is not the one that was sealed, with the row if its marks are there. */
async function chainMisfit(
  ledger: VerifiedLedger,
  outside: KeptOutside,
  segments: readonly JudgedSegment[],
  checked: RecomputedLedger,
): Promise<LedgerMisfit | undefined> {
  const wrong = segments.find(({ seal, root }) => seal.root !== root);
  if (!wrong) return undefined;
  const at = segments.indexOf(wrong);
  const { seal } = wrong;
  const content = checked.contents[at]!;
  const isContent =
    content.postings.hash.toString('hex') !== seal.postingsHash ||
    content.entries.hash.toString('hex') !== seal.entriesHash;
  const before = segments[at - 1]?.seal.through ?? null;
  if (before !== seal.after) return missingBefore(seal, before);
  if (!isContent) return changedBefore(seal);
  const marks =
    outside.files.find((file) => file.seal.through === seal.through)?.marks ?? (await ledger.marksOf(seal.through));
  const row = marks && (await nameRow(ledger.lines, { after: seal.after, through: seal.through }, marks));
  if (row) return row;
  const own = checked.misfit;
  if (own?.day && own.day <= seal.through && (seal.after === null || own.day > seal.after)) return own;
  return misfit(
    'segment-changed',
    `Rows of the business dates ${seal.after === null ? '' : `after ${seal.after} `}up to ${seal.through} are not those ` +
      'that were sealed. Give the file of the seal that was kept off the machine to learn which row.',
    { day: seal.through },
  );
}

function missingBefore({ through, after }: Seal, before: string | null): LedgerMisfit {
  return misfit(
    'segment-missing',
    `The segment of ${through} follows ${after ?? 'none'}, but the one before it is of ${before ?? 'no date'}: a segment ` +
      'was deleted or inserted.',
    { day: through },
  );
}

function changedBefore({ through, after }: Seal): LedgerMisfit {
  return misfit(
    'segment-changed',
    `The rows of ${through} are those that were sealed, but not those of a date before: rows up to ${after} were changed ` +
      'and their hashes computed again. Give the seals of those dates to learn which row.',
    { day: after },
  );
}

function rootMisfit({ roots }: KeptOutside, segments: readonly JudgedSegment[]): LedgerMisfit | undefined {
  const unknown = roots.find((root) => !segments.some((segment) => segment.root === root));
  if (unknown === undefined) return undefined;
  return misfit(
    'root-unknown',
    `No date of this ledger has the root ${unknown}: rows of that date or of one before it were changed and every hash ` +
      'was computed again. Give the files of the seals to learn which row.',
  );
}

function signatureMisfit({ publicKeys }: KeptOutside, segments: readonly JudgedSegment[]): LedgerMisfit | undefined {
  if (publicKeys.length === 0) return undefined;
  const wrong = segments.find(({ seal }) => seal.signature !== null && !isSigned(seal, publicKeys));
  if (!wrong) return undefined;
  return misfit(
    'signature-wrong',
    `The seal of ${wrong.seal.through} is not signed with a key that was given: it was changed, or the key is missing.`,
    { day: wrong.seal.through },
  );
}
