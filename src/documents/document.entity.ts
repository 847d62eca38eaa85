import { Column, Entity, Index } from 'typeorm';
import { DOCUMENT_STORAGES, type DocumentStorage } from '../common/config/app-config';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const DOCUMENT_ENTITY_TYPES = ['customer', 'account', 'loan', 'fixed-deposit'] as const;
/** Records whose documents integrators upload. */
export type DocumentRecordType = (typeof DOCUMENT_ENTITY_TYPES)[number];
/** A file of an AML case: only the case shows it, and nothing else finds it. */
export const CASE_FILE = 'aml-case';
/** `institution`: the logo of its letterhead, which only staff set. */
export type DocumentEntityType = DocumentRecordType | 'institution' | typeof CASE_FILE;

export const DOCUMENT_MIME_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type DocumentMimeType = (typeof DOCUMENT_MIME_TYPES)[number];

/** A file of a customer, an account, a loan or a deposit. Deleted documents are only marked. */
@Entity()
@Index('ix_document_entity', ['institutionId', 'entityType', 'entityId', 'id'])
export class Document extends TenantEntity {
  @TextColumn(20)
  entityType!: DocumentEntityType;

  @IdColumn()
  entityId!: number;

  /** The kind of document in the caller's words, such as `Passport`. */
  @TextColumn(50)
  documentType!: string;

  @TextColumn(250)
  fileName!: string;

  /** Identified from the content, never from the name. */
  @TextColumn(30)
  mimeType!: DocumentMimeType;

  /** Size of the content in bytes. */
  @Column({ type: 'integer' })
  size!: number;

  /** Digest of the content, 64 hexadecimal digits. */
  @TextColumn(64)
  sha256!: string;

  /** The store of the content. Older documents stay in their store when the configuration changes. */
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

  /** The order to remove the content from its store; a job does it. A document that staff deleted keeps its content. */
  @InstantColumn({ nullable: true })
  contentErasedAt!: Date | null;
}
