import { sha256 } from '../common/crypto/digest';
import type { AuditSeal } from './audit-seal.entity';

const FORMAT = 'corebank-audit-seal/1';

/** The facts that a seal signs. */
export type SealedFacts = Pick<
  AuditSeal,
  'institutionId' | 'day' | 'firstSeq' | 'lastSeq' | 'lastHash' | 'previousHash' | 'keyId'
>;

/** The signed text of a seal: JSON with these fields in this order, hashes as hexadecimal digits. */
export function sealText(facts: SealedFacts): string {
  return JSON.stringify({
    format: FORMAT,
    institutionId: facts.institutionId,
    day: facts.day,
    firstNumber: facts.firstSeq,
    lastNumber: facts.lastSeq,
    lastHash: facts.lastHash.toString('hex'),
    previousSeal: facts.previousHash?.toString('hex') ?? null,
    keyId: facts.keyId,
  });
}

/** The hash by which the next seal names this one. */
export function sealHash(facts: SealedFacts): Buffer {
  return sha256(sealText(facts));
}

/** The content of a seal's document: the signed text and its signature. */
export function sealDocument(facts: SealedFacts, signature: Buffer): string {
  return JSON.stringify({ seal: sealText(facts), signature: signature.toString('base64') });
}
