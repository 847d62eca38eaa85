import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { DocumentChunk } from './document-chunk.entity';
import { type ContentKey, DocumentStore } from './document-store';

/** The size of the content of one row. */
export const CHUNK_BYTES = 512 * 1024;

/**
 * Stores contents as rows of the database. Each row is a transaction of its own, so that a slow sender occupies neither
 * a connection nor a transaction.
 */
@Injectable()
export class PostgresDocumentStore extends DocumentStore {
  readonly storage = 'postgres';

  constructor(private readonly unitOfWork: UnitOfWork) {
    super();
  }

  async save(key: ContentKey, pieces: AsyncIterable<Buffer>): Promise<void> {
    // The driver copies the bytes it sends, so one buffer is enough for all rows.
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let filled = 0;
    let sequence = 0;
    const flush = async (): Promise<void> => {
      await this.insert({ ...key, sequence, bytes: buffer.subarray(0, filled) });
      sequence += 1;
      filled = 0;
    };
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length;) {
        const copied = piece.copy(buffer, filled, at);
        at += copied;
        filled += copied;
        if (filled === CHUNK_BYTES) await flush();
      }
    }
    if (filled > 0) await flush();
  }

  async *read({ institutionId, documentId }: ContentKey): AsyncGenerator<Buffer> {
    for (let sequence = 0; ; sequence += 1) {
      const chunk = await this.unitOfWork.read(institutionId, (tx) =>
        tx.findOneBy(DocumentChunk, { institutionId, documentId, sequence }),
      );
      if (!chunk) return;
      yield chunk.bytes;
    }
  }

  async remove({ institutionId, documentId }: ContentKey): Promise<void> {
    await this.unitOfWork.run(institutionId, (tx) => tx.delete(DocumentChunk, { institutionId, documentId }));
  }

  private async insert(chunk: DocumentChunk): Promise<void> {
    await this.unitOfWork.run(chunk.institutionId, (tx) => tx.insert(DocumentChunk, chunk));
  }
}
