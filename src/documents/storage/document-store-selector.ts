import type { OnApplicationShutdown } from '@nestjs/common';
import type { AppConfig, DocumentStorage } from '../../common/config/app-config';
import type { DocumentStore } from './document-store';
import type { PostgresDocumentStore } from './postgres-document-store';
import type { S3DocumentStore } from './s3-document-store';

/**
 * The stores of this process. New contents go to the configured store; the other one stays readable while configured.
 */
export class DocumentStoreSelector implements OnApplicationShutdown {
  /** The store for new contents. */
  readonly current: DocumentStore;

  private constructor(
    storage: DocumentStorage,
    private readonly postgres: PostgresDocumentStore,
    private readonly s3: S3DocumentStore | undefined,
  ) {
    this.current = this.storeOf(storage);
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

  /** The store of a document. @throws Error when the document is in S3 and S3 is no longer configured. */
  storeOf(storage: DocumentStorage): DocumentStore {
    if (storage === 'postgres') return this.postgres;
    if (!this.s3) throw new Error('Documents are stored in S3; set S3_BUCKET and the other S3 variables.');
    return this.s3;
  }
}
