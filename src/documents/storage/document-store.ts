import type { DocumentStorage } from '../../common/config/app-config';

/** The key of a content: institution and document id. */
export interface ContentKey {
  institutionId: number;
  documentId: number;
}

/** A store of contents. It does not depend on documents: `DocumentContents` removes contents without a document. */
export abstract class DocumentStore {
  abstract readonly storage: DocumentStorage;

  /** Stores the bytes as they arrive, never all of them in memory. When it throws, some may have been stored. */
  abstract save(key: ContentKey, bytes: AsyncIterable<Buffer>): Promise<void>;

  /** The content, piece by piece; empty when there is none. */
  abstract read(key: ContentKey): AsyncIterable<Buffer>;

  /** Removes the content, even an incomplete one. Does nothing when there is none. */
  abstract remove(key: ContentKey): Promise<void>;
}
