import { Column, Entity, Index } from 'typeorm';
import { DOCUMENT_STORAGES, type DocumentStorage } from '../common/config/app-config';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const DOCUMENT_ENTITY_TYPES = ['customer', 'account', 'loan', 'fixed-deposit'] as const;
export type DocumentEntityType = (typeof DOCUMENT_ENTITY_TYPES)[number];

export const DOCUMENT_MIME_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type DocumentMimeType = (typeof DOCUMENT_MIME_TYPES)[number];

/** A file kept for a customer, an account, a loan or a deposit. Deleted ones are only marked. */
@Entity()
@Index('ix_document_entity', ['institutionId', 'entityType', 'entityId', 'id'])
export class Document extends TenantEntity {
  @TextColumn(20)
  entityType!: DocumentEntityType;

  @IdColumn()
  entityId!: number;

  /** What the file shows, in the caller's words, such as `Passport`. */
  @TextColumn(50)
  documentType!: string;

  @TextColumn(250)
  fileName!: string;

  /** Told from the content, never from the name. */
  @TextColumn(30)
  mimeType!: DocumentMimeType;

  /** Bytes of the content. */
  @Column({ type: 'integer' })
  size!: number;

  /** Of the content, 64 hexadecimal digits. */
  @TextColumn(64)
  sha256!: string;

  /** Where the content is, under the document's id; older documents stay where they are when the configuration changes. */
  @TextColumn(10, { default: DOCUMENT_STORAGES[0] })
  storage!: DocumentStorage;

  @TextColumn(120)
  uploadedBy!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn({ nullable: true })
  deletedAt!: Date | null;

  @TextColumn(120, { nullable: true })
  deletedBy!: string | null;

  @TextColumn(250, { nullable: true })
  deletionReason!: string | null;
}
