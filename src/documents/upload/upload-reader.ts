import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { commonErrors } from '../../common/errors/common.errors';
import { toAppError } from '../../common/http/error.filter';
import { JsonTextError } from '../../common/http/json-text-error';
import { DOCUMENT_CONTENT_MAX_LENGTH } from '../base64url-decoder';
import { documentsErrors } from '../documents.errors';
import { UploadScan } from './upload-scan';

/** The longest body apart from its content. */
const UPLOAD_FIELDS_MAX_BYTES = 16 * 1024;

/** The longest body that can be accepted. */
const BODY_MAX_BYTES = DOCUMENT_CONTENT_MAX_LENGTH + UPLOAD_FIELDS_MAX_BYTES;

/** The time limit of a body: 10 MB at 45 KB a second. */
const UPLOAD_TIMEOUT_MS = 300_000;

/** Reads one upload from its connection. Always call `release` afterwards. */
export class UploadReader {
  /** Bytes of the document that have arrived and were not passed on. */
  private decoded: Buffer[] = [];
  private hasContent = false;
  private readonly scan = new UploadScan(
    {
      write: (bytes) => void this.decoded.push(bytes),
      end: () => {
        this.hasContent = true;
        return '';
      },
    },
    { fieldsMaxBytes: UPLOAD_FIELDS_MAX_BYTES, contentsMax: 1, isOutermost: true },
  );
  private readonly body = new PassThrough();
  private readonly timer: NodeJS.Timeout;

  /** @param timeoutMs the time limit of the body. */
  constructor(
    private readonly request: IncomingMessage,
    timeoutMs = UPLOAD_TIMEOUT_MS,
  ) {
    this.timer = setTimeout(() => this.body.destroy(documentsErrors.DOCUMENT_UPLOAD_TOO_SLOW()), timeoutMs);
    const interrupt = (): void =>
      void (
        request.complete || this.body.destroy(commonErrors.VALIDATION_FAILED('The body broke off.', { errors: [] }))
      );
    request.once('error', interrupt).once('close', interrupt);
    // Without a listener, an error after the reader has stopped would crash the process.
    this.body.on('error', () => undefined);
  }

  /**
   * The bytes of the document as they arrive.
   *
   * @throws DOCUMENT_UNREADABLE (400), DOCUMENT_UPLOAD_TOO_SLOW (408), DOCUMENT_TOO_LARGE, PAYLOAD_TOO_LARGE (413)
   * @throws JsonTextError
   */
  async *content(): AsyncGenerator<Buffer> {
    if (Number(this.request.headers['content-length'] ?? 0) > BODY_MAX_BYTES)
      throw documentsErrors.DOCUMENT_TOO_LARGE();
    for await (const chunk of this.request.pipe(this.body)) {
      this.scan.write(chunk as Buffer);
      const arrived = this.decoded;
      this.decoded = [];
      yield* arrived;
    }
  }

  /**
   * The fields of the body. Call it when the content has been read to its end.
   *
   * @param content the value of the field `content` in the answer.
   * @throws VALIDATION_FAILED (400)
   */
  fields(content: string): unknown {
    try {
      const value = this.scan.value();
      // The digest of the content is known only after it was stored.
      return this.hasContent ? { ...(value as object), content } : value;
    } catch (error) {
      throw error instanceof JsonTextError ? toAppError(error) : error;
    }
  }

  /** Releases the connection. The server drops what was not read of the body (`dropUnreadBodies`). */
  release(): void {
    clearTimeout(this.timer);
    this.request.unpipe(this.body);
    this.body.destroy();
  }
}
