import { ApiProperty } from '@nestjs/swagger';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsName } from '../common/text/name-rules';
import { BASE64URL_PATTERN, DOCUMENT_CONTENT_MAX_LENGTH } from './base64url-decoder';
import { DOCUMENT_ENTITY_TYPES, type DocumentMimeType, type DocumentRecordType } from './document.entity';
import { IsEntityReference, IsFileName } from './document-rules';

/** A file and its record. */
export class UploadDocumentBody {
  /** @example customer */
  @IsIn(DOCUMENT_ENTITY_TYPES)
  entityType!: DocumentRecordType;

  /**
   * Numeric id of the record, as a number or as text. `account` also takes the account number, `customer` the
   * customerID; both take the GUID `recordId`.
   * @example "10021"
   */
  @ApiProperty({ oneOf: [{ type: 'string', maxLength: 100 }, { type: 'integer' }], example: '10021' })
  @IsEntityReference()
  entityId!: string | number;

  /**
   * The kind of document, in your own words.
   * @example Passport
   */
  @IsName(50)
  documentType!: string;

  /**
   * File name without a folder.
   * @example passport.pdf
   */
  @IsFileName()
  fileName!: string;

  /**
   * The file: PDF, PNG or JPEG by its first bytes, at most 10 MB (10,485,760 bytes) when decoded. Send it as base64url
   * (RFC 4648, section 5) without line breaks; padding is optional.
   * @example JVBERi0xLjcK
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(DOCUMENT_CONTENT_MAX_LENGTH)
  @ApiProperty({ pattern: BASE64URL_PATTERN })
  content!: string;
}

/** The stored document. */
export class UploadedDocumentView {
  /** @example 30417 */
  documentID!: number;

  /**
   * Size of the file in bytes.
   * @example 48213
   */
  size!: number;

  /**
   * SHA-256 digest of the file, 64 hexadecimal digits.
   * @example 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03
   */
  sha256!: string;
}

/** The document to delete, and the reason. */
export class DeleteDocumentBody {
  /** @example 30417 */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  documentID!: number;

  /** @example "Uploaded for the wrong customer" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  reason?: string;
}

/** The deleted document. */
export class DeletedDocumentView {
  /** @example 30417 */
  documentID!: number;

  /** @example 2026-11-21T10:00:00.000Z */
  deletedAt!: string;
}

/** The record whose documents to list. */
export class ListDocumentsQuery extends PagingQuery {
  /** @example customer */
  @IsIn(DOCUMENT_ENTITY_TYPES)
  EntityType!: DocumentRecordType;

  /**
   * Numeric id. `account` also takes the account number, `customer` the customerID; both take the GUID `recordId`.
   * @example 10021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  EntityId!: string;

  /**
   * True to list deleted documents too. Default false.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  IncludeDeleted?: boolean;
}

/** The document in a path. */
export class DocumentPath {
  /** @example 30417 */
  @Matches(/^[1-9]\d{0,14}$/, { message: 'documentId must be a whole number' })
  documentId!: string;
}

/** A document without its content. */
export class DocumentView {
  /** @example 30417 */
  id!: number;

  /**
   * The same as `id`, under the name that requests use.
   * @example 30417
   */
  documentID!: number;

  /** @example customer */
  entityType!: DocumentRecordType;

  /**
   * Numeric id of the record, whichever key the upload used.
   * @example 10021
   */
  entityId!: number;

  /** @example Passport */
  documentType!: string;

  /** @example passport.pdf */
  fileName!: string;

  /** @example application/pdf */
  mimeType!: DocumentMimeType;

  /**
   * Size of the file in bytes.
   * @example 48213
   */
  size!: number;

  /** @example 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03 */
  sha256!: string;

  /** @example "api-client:sandbox-client" */
  uploadedBy!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;

  /** @example null */
  deletedAt!: string | null;

  /** @example null */
  deletedBy!: string | null;

  /** @example null */
  deletionReason!: string | null;
}
