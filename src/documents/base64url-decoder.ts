import { documentsErrors } from './documents.errors';

/**
 * The largest decoded document: 10 MB, 10 × 1024 × 1024 bytes
 * (`docs/api/documents-and-messages.md#limits-and-formats`).
 */
export const DOCUMENT_SIZE_MAX_BYTES = 10 * 1024 * 1024;

/** The length of the largest document as base64url, padding included. */
/** The form of a content for the OpenAPI documents; the decoder enforces it while the content arrives. */
export const BASE64URL_PATTERN =
  '^([A-Za-z0-9_-]{4})*([A-Za-z0-9_-]{4}|[A-Za-z0-9_-][AQgw](==)?|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]=?)$';
export const DOCUMENT_CONTENT_MAX_LENGTH = Math.ceil(DOCUMENT_SIZE_MAX_BYTES / 3) * 4;

const PADDING = '=';
const PADDING_MAX = 2;
const ALPHABET = /^[A-Za-z0-9_-]*$/;

/**
 * Decodes the content of one document piece by piece, so that the whole content is never in memory.
 *
 * Accepts base64url only (RFC 4648, section 5): no `+`, `/` or white space. Padding must be left out or complete, and
 * the unused bits of the last character must be zero, so that no two texts give the same bytes.
 */
export class Base64UrlDecoder {
  /** Up to three characters of an incomplete group of four. */
  private carry = '';
  private padding = 0;
  private decodedBytes = 0;

  /**
   * The bytes that the text completes.
   *
   * @param text any part of the content, as ASCII.
   * @throws DOCUMENT_UNREADABLE (400), DOCUMENT_TOO_LARGE (413)
   */
  write(text: Buffer): Buffer {
    const characters = this.withoutPadding(text.toString('latin1'));
    if (!ALPHABET.test(characters)) throw documentsErrors.DOCUMENT_UNREADABLE();
    const group = this.carry + characters;
    const complete = group.length - (group.length % 4);
    this.carry = group.slice(complete);
    return this.addToSize(Buffer.from(group.slice(0, complete), 'base64url'));
  }

  /**
   * Ends the content and gives its last bytes.
   *
   * @throws DOCUMENT_UNREADABLE (400), DOCUMENT_TOO_LARGE (413)
   */
  end(): Buffer {
    const { carry, padding } = this;
    const bytes = Buffer.from(carry, 'base64url');
    const isPaddingComplete = padding === 0 || (carry.length > 0 && carry.length + padding === 4);
    if (bytes.toString('base64url') !== carry || !isPaddingComplete) throw documentsErrors.DOCUMENT_UNREADABLE();
    const last = this.addToSize(bytes);
    if (this.decodedBytes === 0)
      throw documentsErrors.DOCUMENT_UNREADABLE('The content of a document must not be empty.');
    return last;
  }

  private withoutPadding(text: string): string {
    let length = text.length;
    // A regular expression for the end of a text would take quadratic time over runs of the character.
    while (length > 0 && text[length - 1] === PADDING) length -= 1;
    if (length > 0 && this.padding > 0) throw documentsErrors.DOCUMENT_UNREADABLE();
    this.padding += text.length - length;
    if (this.padding > PADDING_MAX) throw documentsErrors.DOCUMENT_UNREADABLE();
    return text.slice(0, length);
  }

  private addToSize(bytes: Buffer): Buffer {
    this.decodedBytes += bytes.length;
    if (this.decodedBytes > DOCUMENT_SIZE_MAX_BYTES) throw documentsErrors.DOCUMENT_TOO_LARGE();
    return bytes;
  }
}
