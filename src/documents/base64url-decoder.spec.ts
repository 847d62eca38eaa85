import * as fc from 'fast-check';
import { Base64UrlDecoder, DOCUMENT_CONTENT_MAX_LENGTH, DOCUMENT_SIZE_MAX_BYTES } from './base64url-decoder';

const decodeInPieces = (pieces: string[]): Buffer => {
  const decoder = new Base64UrlDecoder();
  return Buffer.concat([...pieces.map((piece) => decoder.write(Buffer.from(piece))), decoder.end()]);
};

describe('Base64UrlDecoder', () => {
  it('decodes the encoded bytes in any pieces, with and without padding', () => {
    const cuts = fc.array(fc.nat(400), { maxLength: 8 });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), cuts, fc.boolean(), (bytes, places, isPadded) => {
        const unpadded = Buffer.from(bytes).toString('base64url');
        const text = isPadded ? unpadded.padEnd(Math.ceil(unpadded.length / 4) * 4, '=') : unpadded;
        const ends = [...places.map((place) => Math.min(place, text.length)).sort((a, b) => a - b), text.length];
        const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
        expect(decodeInPieces(pieces).equals(Buffer.from(bytes))).toBe(true);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['padding alone', '=='],
    ['a foreign character', 'JVBERi0x*'],
    ['standard base64', 'a+/b'],
    ['white space', 'JVBE Ri0x'],
    ['a line break', 'JVBE\nRi0x'],
    ['a letter beyond ASCII', 'JVBŁRi0x'],
    ['a data URL', 'data:application/pdf;base64,JVBERi0x'],
    ['a single last character', 'JVBERi0xL'],
    ['a single last character that is zero', 'JVBEA'],
    ['padding that is not needed', 'JVBE='],
    ['too little padding', 'JVBEJQ='],
    ['too much padding', 'JVBEJQ==='],
    ['padding in the middle', 'JVBEJQ==JVBE'],
    ['unused bits that are not zero', 'JVBEJR'],
  ])('refuses %s, as a whole and in single characters', (_, text) => {
    const refusal = expect.objectContaining({ code: 'DOCUMENT_UNREADABLE' });
    expect(() => decodeInPieces([text])).toThrow(refusal);
    expect(() => decodeInPieces([...text])).toThrow(refusal);
  });

  it('accepts at most 10 MB', () => {
    const largest = Buffer.alloc(DOCUMENT_SIZE_MAX_BYTES, 5);
    expect(largest.toString('base64')).toHaveLength(DOCUMENT_CONTENT_MAX_LENGTH);
    expect(decodeInPieces([largest.toString('base64url')]).equals(largest)).toBe(true);
    const larger = Buffer.alloc(DOCUMENT_SIZE_MAX_BYTES + 1).toString('base64url');
    expect(() => decodeInPieces([larger])).toThrow(expect.objectContaining({ code: 'DOCUMENT_TOO_LARGE' }));
  });

  it('refuses a long text of padding within a second', () => {
    const text = `${'='.repeat(1_000_000)}a`;
    const start = performance.now();
    expect(() => decodeInPieces([text])).toThrow(expect.objectContaining({ code: 'DOCUMENT_UNREADABLE' }));
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
