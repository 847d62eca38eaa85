import { createHash } from 'node:crypto';
import type { DocumentMimeType } from './document.entity';
import { documentsErrors } from './documents.errors';

/** The largest document, decoded (spec, Limits: 10 MB). */
export const DOCUMENT_SIZE_MAX_BYTES = 10 * 1024 * 1024;

/** How long the base64 of the largest document is, padding included. */
export const DOCUMENT_CONTENT_MAX_LENGTH = Math.ceil(DOCUMENT_SIZE_MAX_BYTES / 3) * 4;

/** The bytes that a file of each format starts with. */
const MAGIC: readonly (readonly [DocumentMimeType, Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-', 'latin1')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** A file as it is stored. */
export interface DocumentContent {
  bytes: Buffer;
  mimeType: DocumentMimeType;
  /** 64 hexadecimal digits. */
  sha256: string;
}

/**
 * Decodes the content of a document and tells its format by its first bytes.
 *
 * @param content base64url; the standard alphabet and padding are taken too.
 * @throws DOCUMENT_UNREADABLE (400), DOCUMENT_TOO_LARGE (413), DOCUMENT_FORMAT_NOT_SUPPORTED (422)
 */
export function readDocument(content: string): DocumentContent {
  const text = content.replace(/={1,2}$/, '');
  // The decoder skips what it does not know and a single last character says nothing.
  if (!/^[A-Za-z0-9_+/-]+$/.test(text) || text.length % 4 === 1) throw documentsErrors.DOCUMENT_UNREADABLE();
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length > DOCUMENT_SIZE_MAX_BYTES) throw documentsErrors.DOCUMENT_TOO_LARGE();
  const format = MAGIC.find(([, magic]) => bytes.subarray(0, magic.length).equals(magic));
  if (!format) throw documentsErrors.DOCUMENT_FORMAT_NOT_SUPPORTED();
  return { bytes, mimeType: format[0], sha256: createHash('sha256').update(bytes).digest('hex') };
}
