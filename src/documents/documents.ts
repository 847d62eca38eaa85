import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import type { DocumentContent } from './document-content';
import { Document, type DocumentEntityType } from './document.entity';

export interface NewDocument {
  institutionId: number;
  /** From `IdAllocator`. */
  id: number;
  entityType: DocumentEntityType;
  entityId: number;
  documentType: string;
  fileName: string;
  /** From `readDocument`. */
  content: DocumentContent;
  /** `api-client:ID` or `staff:ID`. */
  uploadedBy: string;
}

/** Keeps files in the database, so that they are stored and rolled back with the records they belong to. */
@Injectable()
export class Documents {
  constructor(private readonly clock: Clock) {}

  async store(tx: Tx, { content, ...document }: NewDocument): Promise<void> {
    const { bytes, mimeType, sha256 } = content;
    await tx.insert(Document, { ...document, mimeType, sha256, size: bytes.length, content: bytes, createdAt: this.clock.now() });
  }
}
