import { commonErrors } from '../../common/errors/common.errors';
import { parseJsonStrictly } from '../../common/http/json-text';
import { JsonTextError } from '../../common/http/json-text-error';
import { Base64UrlDecoder } from '../base64url-decoder';
import { documentsErrors } from '../documents.errors';

/** The longest body apart from its content. */
export const UPLOAD_FIELDS_MAX_BYTES = 16 * 1024;

const CONTENT_KEY = 'content';

/** Base64url needs no escapes, but some serialisers escape the up to two characters of padding (`\u003d`). */
const ESCAPES_MAX = 2;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const LOWER_U = 0x75;

/**
 * Reads the JSON body of an upload as it arrives. The text of the top-level member `content` is decoded at once. The
 * rest is kept, with an empty text in place of the content, and parsed at the end by the rules of every other body. A
 * body that is not JSON is not JSON without its content either, so it does not matter which part of it the scan takes
 * as content.
 */
export class UploadScan {
  private readonly decoder = new Base64UrlDecoder();
  private readonly kept = Buffer.allocUnsafe(UPLOAD_FIELDS_MAX_BYTES);
  private keptLength = 0;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /** Start and end of the last string in the kept bytes, quotes included. */
  private lastString = { start: 0, end: 0 };
  /** True after the key `content`: the next string is the content. */
  private expectsContent = false;
  private content: 'none' | 'open' | 'closed' = 'none';
  /** The incomplete escape sequence inside the content. */
  private escape = '';
  private escapes = 0;

  /**
   * Reads the next bytes of the body and returns the document's bytes among them, in order.
   *
   * @throws DOCUMENT_UNREADABLE (400), DOCUMENT_TOO_LARGE, PAYLOAD_TOO_LARGE (413), JsonTextError
   */
  write(chunk: Buffer): Buffer[] {
    const decoded: Buffer[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (this.content === 'open') {
        at = this.takeContent(chunk, at, decoded);
      } else {
        this.takeByte(chunk[at]!);
        at += 1;
      }
    }
    return decoded.filter(({ length }) => length > 0);
  }

  /**
   * The fields of the body. Call it when the body has been read to its end.
   *
   * @param content the value of the field `content` in the answer, when the body has one.
   * @throws JsonTextError
   */
  fields(content: string): unknown {
    const text = this.kept.toString('utf8', 0, this.keptLength);
    // As in every request, an empty body counts as no body.
    const value = text === '' ? undefined : parseJsonStrictly(text);
    if (this.content === 'closed') (value as Record<string, unknown>)[CONTENT_KEY] = content;
    return value;
  }

  private takeByte(byte: number): void {
    this.keep(byte);
    if (this.isInString) {
      this.takeStringByte(byte);
      return;
    }
    switch (byte) {
      case QUOTE:
        this.openString();
        break;
      case COLON:
        this.expectsContent = this.depth === 1 && this.lastKey() === CONTENT_KEY;
        break;
      case COMMA:
        this.expectsContent = false;
        break;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        this.expectsContent = false;
        this.depth += 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        this.depth -= 1;
        break;
    }
  }

  private openString(): void {
    if (!this.expectsContent) {
      this.isInString = true;
      this.lastString.start = this.keptLength - 1;
      return;
    }
    if (this.content !== 'none') throw new JsonTextError('The same key appears twice in one object.');
    this.expectsContent = false;
    this.content = 'open';
  }

  private takeStringByte(byte: number): void {
    if (this.isEscaped) {
      this.isEscaped = false;
    } else if (byte === BACKSLASH) {
      this.isEscaped = true;
    } else if (byte === QUOTE) {
      this.isInString = false;
      this.lastString.end = this.keptLength;
    }
  }

  /** The last string without escapes, because a key can be written with escapes; undefined when it is not a string. */
  private lastKey(): string | undefined {
    try {
      return JSON.parse(this.kept.toString('utf8', this.lastString.start, this.lastString.end)) as string;
    } catch {
      return undefined;
    }
  }

  /** Reads content from `at` on. @returns the position after it. */
  private takeContent(chunk: Buffer, at: number, decoded: Buffer[]): number {
    if (this.escape !== '') return this.takeEscape(chunk, at, decoded);
    let end = at;
    while (end < chunk.length && chunk[end] !== QUOTE && chunk[end] !== BACKSLASH) end += 1;
    decoded.push(this.decoder.write(chunk.subarray(at, end)));
    if (chunk[end] === QUOTE) {
      decoded.push(this.decoder.end());
      this.content = 'closed';
      this.keep(QUOTE);
    } else if (chunk[end] === BACKSLASH) {
      this.escapes += 1;
      if (this.escapes > ESCAPES_MAX) throw documentsErrors.DOCUMENT_UNREADABLE();
      this.escape = '\\';
    }
    return end + 1;
  }

  private takeEscape(chunk: Buffer, at: number, decoded: Buffer[]): number {
    this.escape += String.fromCharCode(chunk[at]!);
    const length = this.escape.charCodeAt(1) === LOWER_U ? 6 : 2;
    if (this.escape.length === length) {
      decoded.push(this.decoder.write(Buffer.from(parseEscape(this.escape))));
      this.escape = '';
    }
    return at + 1;
  }

  private keep(byte: number): void {
    if (this.keptLength === UPLOAD_FIELDS_MAX_BYTES) throw commonErrors.PAYLOAD_TOO_LARGE();
    this.kept[this.keptLength] = byte;
    this.keptLength += 1;
  }
}

/** @throws DOCUMENT_UNREADABLE (400) for a text that is not an escape sequence of JSON. */
function parseEscape(escape: string): string {
  try {
    return JSON.parse(`"${escape}"`) as string;
  } catch {
    throw documentsErrors.DOCUMENT_UNREADABLE();
  }
}
