import { auditChainHash, auditRowHash, type StoredAuditRow } from '../common/audit/audit-hash';
import type { SigningKeys } from '../common/crypto/signing-keys';
import { addDays, startOfDay } from '../common/time/calendar';
import type { AuditSeal } from './audit-seal.entity';
import { sealHash, sealText } from './seal-text';

/** Kinds of misfits of the audit log. */
export const AUDIT_PROBLEMS = [
  'number-missing',
  'row-missing',
  'row-changed',
  'chain-broken',
  'row-inserted',
  'row-backdated',
  'end-missing',
  'seal-missing',
  'seal-broken',
] as const;
export type AuditProblem = (typeof AUDIT_PROBLEMS)[number];

/** The first place where the audit log does not fit its chain or its seals. */
export interface Misfit {
  problem: AuditProblem;
  /** The number in the chain; null for a row without one. */
  number: number | null;
  auditLogId: number | null;
  message: string;
}

/** A stored link of the chain, with the row that it names if there still is one. */
export interface CheckedLink {
  seq: number;
  auditLogId: number;
  rowHash: Buffer;
  chainHash: Buffer;
  row: StoredAuditRow | undefined;
}

/** The number from which links are checked, with its hash; number 0 has none. */
export interface ChainBase {
  seq: number;
  chainHash: Buffer | null;
}

const same = (a: Buffer | null | undefined, b: Buffer | null | undefined): boolean =>
  a && b ? a.equals(b) : (a ?? null) === (b ?? null);

/** The first link, in the order of numbers from `base` on, that does not fit the one before or its row. */
export function chainMisfit(institutionId: number, base: ChainBase, links: CheckedLink[]): Misfit | undefined {
  let previous = base;
  for (const link of links) {
    const misfit = linkMisfit(institutionId, previous, link);
    if (misfit) return misfit;
    previous = link;
  }
  return undefined;
}

function linkMisfit(institutionId: number, previous: ChainBase, link: CheckedLink): Misfit | undefined {
  const { seq, auditLogId, rowHash, chainHash, row } = link;
  const expected = previous.seq + 1;
  if (seq !== expected)
    return {
      problem: 'number-missing',
      number: expected,
      auditLogId: null,
      message: `The number ${expected} is missing: ${seq} follows ${previous.seq}.`,
    };
  const found = { number: seq, auditLogId };
  if (!row) return { ...found, problem: 'row-missing', message: `The row with the number ${seq} was deleted.` };
  if (!same(auditRowHash({ ...row, institutionId }), rowHash))
    return { ...found, problem: 'row-changed', message: `The row with the number ${seq} was changed.` };
  const expectedHash = auditChainHash({ institutionId, seq, auditLogId, rowHash, previousHash: previous.chainHash });
  if (!same(expectedHash, chainHash))
    return {
      ...found,
      problem: 'chain-broken',
      message: `The number ${seq} does not follow ${previous.seq}: rows were exchanged, inserted or renumbered.`,
    };
  return undefined;
}

/**
 * The first seal that does not fit the one before, its signature, or the chain.
 *
 * @param previous the seal before the first of `seals`; null when there is none
 * @param hashOf the chain hash of a number
 */
export function sealMisfit(
  seals: AuditSeal[],
  previous: AuditSeal | null,
  hashOf: (seq: number) => Buffer | undefined,
  keys: SigningKeys | undefined,
): Misfit | undefined {
  let before = previous;
  for (const seal of seals) {
    const misfit = sequenceMisfit(seal, before) ?? signatureMisfit(seal, keys) ?? sealedChainMisfit(seal, hashOf);
    if (misfit) return misfit;
    before = seal;
  }
  return undefined;
}

function sequenceMisfit(seal: AuditSeal, before: AuditSeal | null): Misfit | undefined {
  const follows =
    seal.firstSeq === (before?.lastSeq ?? 0) + 1 &&
    same(seal.previousHash, before?.hash) &&
    (!before || seal.day === addDays(before.day, 1));
  return follows
    ? undefined
    : {
        problem: 'seal-missing',
        number: seal.firstSeq,
        auditLogId: null,
        message: `The seal of ${seal.day} does not follow the one before it: a seal was deleted or exchanged.`,
      };
}

function signatureMisfit(seal: AuditSeal, keys: SigningKeys | undefined): Misfit | undefined {
  if (!keys) return undefined;
  const isSigned = same(sealHash(seal), seal.hash) && keys.verifies(sealText(seal), seal);
  return isSigned
    ? undefined
    : {
        problem: 'seal-broken',
        number: seal.lastSeq,
        auditLogId: null,
        message:
          `The seal of ${seal.day} was changed, or was signed with the key ${seal.keyId}, which is not among the ` +
          'configured keys.',
      };
}

function sealedChainMisfit(seal: AuditSeal, hashOf: (seq: number) => Buffer | undefined): Misfit | undefined {
  return same(hashOf(seal.lastSeq), seal.lastHash)
    ? undefined
    : {
        problem: 'chain-broken',
        number: seal.firstSeq,
        auditLogId: null,
        message:
          `The chain at the number ${seal.lastSeq} is not the one that was sealed on ${seal.day}: rows from number ` +
          `${seal.firstSeq} on were changed and the chain was computed again.`,
      };
}

/** The first row that says it is from a day which had been sealed before the row got its number. */
export function backdatedMisfit(
  links: CheckedLink[],
  previous: AuditSeal | null,
  seals: AuditSeal[],
  timeZone: string,
): Misfit | undefined {
  const sealed = [...(previous ? [previous] : []), ...seals].map(({ day, lastSeq }) => ({
    day,
    lastSeq,
    end: startOfDay(addDays(day, 1), timeZone),
  }));
  for (const { seq, auditLogId, row } of links) {
    const seal = sealed.findLast(({ lastSeq }) => lastSeq < seq);
    if (row && seal && row.at < seal.end)
      return {
        problem: 'row-backdated',
        number: seq,
        auditLogId,
        message: `The row with the number ${seq} bears a time of a day that was sealed before it was written.`,
      };
  }
  return undefined;
}
