import { createHash, type Hash } from 'node:crypto';
import { DOCUMENT_SIZE_MAX_BYTES } from './base64url-decoder';
import { documentsErrors } from './documents.errors';
import type { ContentSink } from './upload/upload-scan';

/** The files of one body, by the SHA-256 that stands in the place of their contents. At most 10 MB altogether. */
export class ReceivedFiles implements ContentSink {
  private readonly bySha256 = new Map<string, Buffer>();
  private sizeBytes = 0;
  private pieces: Buffer[] = [];
  private hash: Hash | undefined;

  /** @throws DOCUMENT_TOO_LARGE (413) */
  write(bytes: Buffer): void {
    this.sizeBytes += bytes.length;
    if (this.sizeBytes > DOCUMENT_SIZE_MAX_BYTES) throw documentsErrors.DOCUMENT_TOO_LARGE();
    this.pieces.push(bytes);
    this.hash ??= createHash('sha256');
    this.hash.update(bytes);
  }

  /** @returns 64 hexadecimal digits */
  end(): string {
    // The decoder refuses an empty content, so bytes have arrived.
    const sha256 = this.hash!.digest('hex');
    this.bySha256.set(sha256, Buffer.concat(this.pieces));
    this.pieces = [];
    this.hash = undefined;
    return sha256;
  }

  /** The files of documents, in their order. */
  of(documents: readonly { content: string }[] | undefined): Buffer[] {
    return (documents ?? []).map(({ content }) => {
      const file = this.bySha256.get(content);
      if (!file) throw new Error('A document has no file: the route must read its body with documents.');
      return file;
    });
  }
}
