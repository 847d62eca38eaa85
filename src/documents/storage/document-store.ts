import type { DocumentStorage } from '../../common/config/app-config';

/** Where the content of one document is: institution and document id. */
export interface ContentKey {
  institutionId: number;
  documentId: number;
}

/** A place that keeps contents. It knows nothing of documents: a content without one is removed by `DocumentContents`. */
export abstract class DocumentStore {
  abstract readonly storage: DocumentStorage;

  /** Keeps the bytes as they come, never all of them in memory. When it throws, some of them may have been kept. */
  abstract save(key: ContentKey, bytes: AsyncIterable<Buffer>): Promise<void>;

  /** The content, piece by piece; nothing when there is none. */
  abstract read(key: ContentKey): AsyncIterable<Buffer>;

  /** Removes the content, also an incomplete one; does nothing when there is none. */
  abstract remove(key: ContentKey): Promise<void>;
}
