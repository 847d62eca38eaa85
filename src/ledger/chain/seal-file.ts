import { createPublicKey, verify } from 'node:crypto';
import { sha256 } from '../../common/crypto/digest';
import { ledgerSealText, type SegmentFacts, segmentRoot } from './segment-text';

/** The facts of a sealed segment. Hashes and the root are hexadecimal digits. */
export interface Seal extends SegmentFacts {
  root: string;
  marksHash: string;
  /** Null where the server has no key that signs. */
  keyId: string | null;
  /** Ed25519 over `ledgerSealText`, in base64; null without a key. */
  signature: string | null;
  /** The public key in PEM; null without a key. */
  publicKey: string | null;
}

/** A seal's file: the seal, and the marks of its rows. */
export interface SealFile {
  seal: Seal;
  marks: Buffer;
}

/** The file is not one that the program wrote. */
export class SealFileError extends Error {
  override readonly name = 'SealFileError';
}

const LENGTH_BYTES = 4;

/** The end of a seal's file: the seal as JSON, and its length. */
export function sealFooter(seal: Seal): Buffer {
  const text = Buffer.from(JSON.stringify(seal));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.length);
  return Buffer.concat([text, length]);
}

/** @throws SealFileError for bytes that are no seal, or whose seal contradicts itself */
export function readSealFile(bytes: Buffer): SealFile {
  const length = bytes.length < LENGTH_BYTES ? 0 : bytes.readUInt32BE(bytes.length - LENGTH_BYTES);
  const at = bytes.length - LENGTH_BYTES - length;
  if (length === 0 || at < 0) throw new SealFileError('It is not the file of a seal.');
  const seal = parsed(bytes.toString('utf8', at, bytes.length - LENGTH_BYTES));
  if (segmentRoot(seal) !== seal.root) throw new SealFileError('Its root is not that of its facts: it was changed.');
  const marks = bytes.subarray(0, at);
  if (sha256(marks).toString('hex') !== seal.marksHash)
    throw new SealFileError('Its marks were changed: their hash is another one.');
  return { seal, marks };
}

function parsed(text: string): Seal {
  try {
    return JSON.parse(text) as Seal;
  } catch {
    throw new SealFileError('It is not the file of a seal.');
  }
}

/** @returns true when the seal is signed with one of the public keys (PEM) */
export function isSigned({ root, marksHash, keyId, signature }: Seal, publicKeys: readonly string[]): boolean {
  if (keyId === null || signature === null) return false;
  const text = Buffer.from(ledgerSealText({ root, marksHash, keyId }));
  return publicKeys.some((key) => verify(null, text, createPublicKey(key), Buffer.from(signature, 'base64')));
}
