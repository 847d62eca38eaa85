import { generateKeyPairSync } from 'node:crypto';
import { sha256 } from '../../common/crypto/digest';
import { SigningKeys } from '../../common/crypto/signing-keys';
import { MarksReader, MarksWriter, type PostingMarks } from './row-marks';
import { isSigned, readSealFile, type Seal, sealFooter } from './seal-file';
import { ledgerSealText, segmentRoot } from './segment-text';

const MARKS: PostingMarks[] = Array.from({ length: 9_000 }, (_, n) => ({
  postingId: 20_000 + n,
  posting: n * 7,
  entries: [n, 4_294_967_295 - n],
}));

function written(marks: readonly PostingMarks[]): { bytes: Buffer; marksHash: string } {
  const writer = new MarksWriter();
  const pieces: Buffer[] = [];
  for (const each of marks) {
    writer.add(each);
    pieces.push(...writer.take());
  }
  const { rest, marksHash } = writer.finish();
  return { bytes: Buffer.concat([...pieces, ...rest]), marksHash };
}

describe('marks', () => {
  it('are read as they were written, over more than one chunk', () => {
    const { bytes, marksHash } = written(MARKS);
    const reader = new MarksReader(bytes);
    expect(Array.from({ length: MARKS.length }, () => reader.next())).toEqual(MARKS);
    expect(reader.next()).toBeUndefined();
    expect(bytes).toHaveLength(22 * MARKS.length);
    expect(marksHash).toBe(sha256(bytes).toString('hex'));
    expect(MarksReader.idsIn(bytes).size).toBe(MARKS.length);
  });

  it('end where bytes are missing', () => {
    const { bytes } = written(MARKS.slice(0, 2));
    const reader = new MarksReader(bytes.subarray(0, 43));
    expect(reader.next()).toEqual(MARKS[0]);
    expect(reader.next()).toBeUndefined();
  });

  it('have room for a posting that fills a chunk, and for no more legs than there are', () => {
    const entries = Array.from({ length: 20_000 }, (_, n) => n);
    const { bytes } = written([{ postingId: 1, posting: 2, entries }]);
    expect(new MarksReader(bytes).next()!.entries).toEqual(entries);
    expect(() => written([{ postingId: 1, posting: 2, entries: Array<number>(32_768).fill(0) }])).toThrow(
      /too many entries/,
    );
  });
});

describe('the file of a seal', () => {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const keys = new SigningKeys(pem);
  const { bytes, marksHash } = written(MARKS.slice(0, 3));
  const facts = {
    institutionId: 1,
    after: null,
    through: '2026-11-20',
    postings: 3,
    entries: 6,
    postingsHash: 'a'.repeat(64),
    entriesHash: 'b'.repeat(64),
    previousRoot: null,
  };
  const root = segmentRoot(facts);
  const { keyId, signature } = keys.sign(ledgerSealText({ root, marksHash, keyId: keys.currentKeyId }));
  const { publicKey } = keys.publicKeys()[0]!;
  const seal: Seal = { ...facts, root, marksHash, keyId, signature: signature.toString('base64'), publicKey };

  it('is read as it was written, and its signature is that of its key', () => {
    expect(readSealFile(Buffer.concat([bytes, sealFooter(seal)]))).toEqual({ seal, marks: bytes });
    expect(isSigned(seal, [publicKey])).toBe(true);
    expect(isSigned(seal, [])).toBe(false);
    expect(isSigned({ ...seal, signature: null }, [publicKey])).toBe(false);
    expect(isSigned({ ...seal, marksHash: 'c'.repeat(64) }, [publicKey])).toBe(false);
  });

  it.each<[string, Buffer, RegExp]>([
    ['no file', Buffer.of(), /not the file of a seal/],
    ['text', Buffer.from('{"root":"abc"}'), /not the file of a seal/],
    ['no JSON', Buffer.concat([Buffer.from('abc'), Buffer.of(0, 0, 0, 3)]), /not the file of a seal/],
    ['changed facts', Buffer.concat([bytes, sealFooter({ ...seal, entries: 7 })]), /root is not that of its facts/],
    ['changed marks', Buffer.concat([bytes.subarray(1), sealFooter(seal)]), /marks were changed/],
  ])('is refused as %s', (_title, content, message) => {
    expect(() => readSealFile(content)).toThrow(message);
  });
});
