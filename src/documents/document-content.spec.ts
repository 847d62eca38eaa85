import { createHash } from 'node:crypto';
import { DOCUMENT_CONTENT_MAX_LENGTH, DOCUMENT_SIZE_MAX_BYTES, readDocument } from './document-content';

const PDF = Buffer.from('%PDF-1.7\nrest of it');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xfb, 0xff, 0xbf]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]);

describe('readDocument', () => {
  it.each([
    ['application/pdf', PDF],
    ['image/png', PNG],
    ['image/jpeg', JPEG],
  ])('knows %s by its first bytes', (mimeType, bytes) => {
    for (const content of [bytes.toString('base64url'), bytes.toString('base64')]) {
      const read = readDocument(content);
      expect(read.bytes.equals(bytes)).toBe(true);
      expect(read).toMatchObject({ mimeType, sha256: createHash('sha256').update(bytes).digest('hex') });
    }
  });

  it.each([
    ['', 'DOCUMENT_UNREADABLE'],
    ['JVBERi0x*', 'DOCUMENT_UNREADABLE'],
    ['JVBERi0xL', 'DOCUMENT_UNREADABLE'],
    ['JVBE Ri0x', 'DOCUMENT_UNREADABLE'],
    ['data:application/pdf;base64,JVBERi0x', 'DOCUMENT_UNREADABLE'],
    ['JVBERi0x===', 'DOCUMENT_UNREADABLE'],
    [Buffer.from('<html>').toString('base64url'), 'DOCUMENT_FORMAT_NOT_SUPPORTED'],
    [Buffer.from(' %PDF-1.7').toString('base64url'), 'DOCUMENT_FORMAT_NOT_SUPPORTED'],
    [Buffer.from([0xff, 0xd8]).toString('base64url'), 'DOCUMENT_FORMAT_NOT_SUPPORTED'],
  ])('refuses %p: %s', (content, code) => {
    expect(() => readDocument(content)).toThrow(expect.objectContaining({ code }));
  });

  it('takes 10 MB and not one byte more', () => {
    const largest = Buffer.alloc(DOCUMENT_SIZE_MAX_BYTES);
    PDF.copy(largest);
    const content = largest.toString('base64');
    expect(content).toHaveLength(DOCUMENT_CONTENT_MAX_LENGTH);
    expect(readDocument(content).bytes).toHaveLength(DOCUMENT_SIZE_MAX_BYTES);
    const larger = Buffer.concat([largest, Buffer.alloc(1)]).toString('base64url');
    expect(() => readDocument(larger)).toThrow(expect.objectContaining({ code: 'DOCUMENT_TOO_LARGE' }));
  });
});
