import { commonErrors } from '../../common/errors/common.errors';
import type { JsonRules } from '../../common/http/json-scan';
import { parseJsonStrictly } from '../../common/http/json-text';
import { JsonTextError } from '../../common/http/json-text-error';
import { utf8Text } from '../../common/http/utf8-text';
import { Base64UrlDecoder } from '../base64url-decoder';
import { documentsErrors } from '../documents.errors';

/** Takes the decoded contents of a body, one after the other. */
export interface ContentSink {
  /** The next bytes of the present content. Never empty. */
  write(bytes: Buffer): void;
  /** Ends the present content. @returns the text that takes its place in the body */
  end(): string;
}

/** How much a body may have beside its contents, and where those are. */
export interface ScanLimits {
  /** The longest body apart from its contents. */
  fieldsMaxBytes: number;
  contentsMax: number;
  /** True when only the outermost object has a content. */
  isOutermost: boolean;
}

const KEPT_BYTES_AT_FIRST = 16 * 1024;

const CONTENT_KEY = 'content';
/** The key as it is usually written, with its quotes. */
const WRITTEN_KEY = Buffer.from('"content"');
/** The key with every character as an escape. */
const WRITTEN_KEY_MAX_LENGTH = 6 * CONTENT_KEY.length + 2;

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
 * Reads a JSON body with files as it arrives. The text of each member `content` is decoded at once. The rest is kept,
 * with the sink's text in place of the content, and parsed at the end by the rules of every other body. A body that is
 * not JSON is not JSON without its contents either, so it does not matter which part of it the scan takes as content.
 */
export class UploadScan {
  private decoder = new Base64UrlDecoder();
  private kept = Buffer.allocUnsafe(KEPT_BYTES_AT_FIRST);
  private keptLength = 0;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /** Start and end of the last string in the kept bytes, quotes included. */
  private lastString = { start: 0, end: 0 };
  /** True after the key `content`: the next string is the content. */
  private expectsContent = false;
  private isInContent = false;
  private contents = 0;
  /** The incomplete escape sequence inside the content. */
  private escape = '';
  private escapes = 0;

  constructor(
    private readonly sink: ContentSink,
    private readonly limits: ScanLimits,
  ) {}

  /**
   * Reads the next bytes of the body.
   *
   * @throws DOCUMENT_UNREADABLE (400), DOCUMENT_TOO_LARGE, PAYLOAD_TOO_LARGE (413), JsonTextError
   */
  write(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.isInContent) {
        at = this.takeContent(chunk, at);
      } else {
        this.takeByte(chunk[at]!);
        at += 1;
      }
    }
  }

  /**
   * The value of the body, with the sink's texts in place of the contents. Call it when the body has been read to its
   * end.
   *
   * @throws JsonTextError
   */
  value(rules?: JsonRules): unknown {
    const text = utf8Text(this.kept.subarray(0, this.keptLength));
    // As in every request, an empty body counts as no body.
    return text === '' ? undefined : parseJsonStrictly(text, rules);
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
        this.expectsContent = (this.depth === 1 || !this.limits.isOutermost) && this.followsContentKey();
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
    if (this.contents === this.limits.contentsMax)
      throw new JsonTextError(
        this.limits.isOutermost ? 'appears twice in one object' : `has more than ${this.limits.contentsMax} documents`,
      );
    this.contents += 1;
    this.expectsContent = false;
    this.isInContent = true;
    this.decoder = new Base64UrlDecoder();
    this.escapes = 0;
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

  private followsContentKey(): boolean {
    const written = this.kept.subarray(this.lastString.start, this.lastString.end);
    if (written.equals(WRITTEN_KEY)) return true;
    // A key can be written with escapes. Most other keys need no parser to tell.
    if (written.length > WRITTEN_KEY_MAX_LENGTH || !written.includes(BACKSLASH)) return false;
    try {
      return JSON.parse(written.toString('utf8')) === CONTENT_KEY;
    } catch {
      return false;
    }
  }

  /** Reads content from `at` on. @returns the position after it. */
  private takeContent(chunk: Buffer, at: number): number {
    if (this.escape !== '') return this.takeEscape(chunk, at);
    let end = at;
    while (end < chunk.length && chunk[end] !== QUOTE && chunk[end] !== BACKSLASH) end += 1;
    this.pass(this.decoder.write(chunk.subarray(at, end)));
    if (chunk[end] === QUOTE) {
      this.pass(this.decoder.end());
      this.isInContent = false;
      for (const byte of Buffer.from(this.sink.end())) this.keep(byte);
      this.keep(QUOTE);
    } else if (chunk[end] === BACKSLASH) {
      this.escapes += 1;
      if (this.escapes > ESCAPES_MAX) throw documentsErrors.DOCUMENT_UNREADABLE();
      this.escape = '\\';
    }
    return end + 1;
  }

  private takeEscape(chunk: Buffer, at: number): number {
    this.escape += String.fromCharCode(chunk[at]!);
    const length = this.escape.charCodeAt(1) === LOWER_U ? 6 : 2;
    if (this.escape.length === length) {
      this.pass(this.decoder.write(Buffer.from(parseEscape(this.escape))));
      this.escape = '';
    }
    return at + 1;
  }

  private pass(bytes: Buffer): void {
    if (bytes.length > 0) this.sink.write(bytes);
  }

  private keep(byte: number): void {
    const { fieldsMaxBytes } = this.limits;
    if (this.keptLength === fieldsMaxBytes) throw commonErrors.PAYLOAD_TOO_LARGE();
    if (this.keptLength === this.kept.length) {
      const larger = Buffer.allocUnsafe(Math.min(2 * this.kept.length, fieldsMaxBytes));
      this.kept.copy(larger);
      this.kept = larger;
    }
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
