import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Settings } from '../../common/config/app-config';
import { type ContentKey, DocumentStore } from './document-store';

const CONNECTION_TIMEOUT_MS = 3_000;
/** The timeout of one call; a part has at most 5 MB. */
const REQUEST_TIMEOUT_MS = 30_000;
/** The smallest part that S3 accepts. One part at a time bounds the memory of an upload. */
const PART_BYTES = 5 * 1024 * 1024;

/** Stores contents as objects `INSTITUTION/DOCUMENT` of a bucket, at Amazon or any server with the S3 protocol. */
export class S3DocumentStore extends DocumentStore {
  readonly storage = 's3';
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor({ endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings) {
    super();
    this.bucket = bucket;
    this.client = new S3Client({
      ...(endpoint === undefined ? {} : { endpoint }),
      region,
      forcePathStyle,
      credentials: { accessKeyId, secretAccessKey },
      // Servers other than Amazon's refuse the checksums that the client adds by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    });
  }

  async save(key: ContentKey, bytes: AsyncIterable<Buffer>): Promise<void> {
    const params = {
      ...this.object(key),
      Body: Readable.from(bytes, { objectMode: false }),
      ContentType: 'application/octet-stream',
    };
    await new Upload({
      client: this.client,
      params,
      partSize: PART_BYTES,
      queueSize: 1,
      leavePartsOnError: false,
    }).done();
  }

  async *read(key: ContentKey): AsyncGenerator<Buffer> {
    const { Body } = await this.client.send(new GetObjectCommand(this.object(key)));
    yield* Body as Readable as AsyncIterable<Buffer>;
  }

  async remove(key: ContentKey): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.object(key)));
  }

  close(): void {
    this.client.destroy();
  }

  private object({ institutionId, documentId }: ContentKey): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: `${institutionId}/${documentId}` };
  }
}
