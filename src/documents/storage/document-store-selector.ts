import type { OnApplicationShutdown } from '@nestjs/common';
import type { AppConfig, DocumentStorage } from '../../common/config/app-config';
import type { DocumentStore } from './document-store';
import type { PostgresDocumentStore } from './postgres-document-store';
import type { S3DocumentStore } from './s3-document-store';

/** The stores of this process: new contents go to the configured one, the other one is read as long as it is known. */
export class DocumentStoreSelector implements OnApplicationShutdown {
  /** Where new contents go. */
  readonly current: DocumentStore;

  private constructor(
    storage: DocumentStorage,
    private readonly postgres: PostgresDocumentStore,
    private readonly s3: S3DocumentStore | undefined,
  ) {
    this.current = this.of(storage);
  }

  static async open(
    { documentStorage, s3 }: AppConfig,
    postgres: PostgresDocumentStore,
  ): Promise<DocumentStoreSelector> {
    if (!s3) return new DocumentStoreSelector(documentStorage, postgres, undefined);
    // The client is large, so a process without S3 does not load it.
    const { S3DocumentStore } = await import('./s3-document-store');
    return new DocumentStoreSelector(documentStorage, postgres, new S3DocumentStore(s3));
  }

  onApplicationShutdown(): void {
    this.s3?.close();
  }

  /** @throws when documents were stored in S3 and it is not configured any more. */
  of(storage: DocumentStorage): DocumentStore {
    if (storage === 'postgres') return this.postgres;
    if (!this.s3) throw new Error('Documents are stored in S3, but S3_BUCKET and its companions are not set.');
    return this.s3;
  }
}
