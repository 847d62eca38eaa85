import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback } from '../support/loopback';

export const S3_ACCESS_KEY_ID = 'TESTKEY';

const SIGNATURE = new RegExp(
  `^AWS4-HMAC-SHA256 Credential=${S3_ACCESS_KEY_ID}/\\d{8}/[a-z0-9-]+/s3/aws4_request, SignedHeaders=[a-z0-9;-]*host;[a-z0-9;-]*x-amz-date[a-z0-9;-]*, Signature=[0-9a-f]{64}$`,
);

/** The part of S3 that the client uses, in memory: objects, uploads in parts, and the first checks of a real server. */
export class FakeS3 {
  readonly objects = new Map<string, Buffer>();
  /** Uploads in parts that are neither completed nor aborted. */
  readonly openUploads = new Map<string, Map<number, Buffer>>();
  readonly calls: string[] = [];
  /** Refuses calls of these methods. */
  refuses: string[] = [];
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));

  async start(): Promise<string> {
    return listenOnLoopback(this.server);
  }

  async stop(): Promise<void> {
    await closeServer(this.server);
  }

  reset(): void {
    this.objects.clear();
    this.openUploads.clear();
    this.calls.length = 0;
    this.refuses = [];
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://s3');
    const body = Buffer.concat(await request.toArray());
    this.calls.push(`${request.method} ${url.pathname}`);
    const digest = request.headers['x-amz-content-sha256'];
    const isIntact = digest === 'UNSIGNED-PAYLOAD' || digest === createHash('sha256').update(body).digest('hex');
    if (
      !SIGNATURE.test(request.headers.authorization ?? '') ||
      !isIntact ||
      this.refuses.includes(request.method ?? '')
    ) {
      response
        .writeHead(403, { 'content-type': 'application/xml' })
        .end('<Error><Code>AccessDenied</Code><Message>No</Message></Error>');
      return;
    }
    const [status, answer] = this.answer(request.method ?? '', url, body);
    response
      .writeHead(status, {
        'content-type': Buffer.isBuffer(answer) ? 'application/octet-stream' : 'application/xml',
        etag: '"etag"',
      })
      .end(answer);
  }

  private answer(method: string, { pathname, searchParams }: URL, body: Buffer): [number, string | Buffer] {
    const uploadId = searchParams.get('uploadId');
    if (uploadId !== null)
      return this.answerPart(method, pathname, uploadId, Number(searchParams.get('partNumber')), body);
    if (method === 'POST' && searchParams.has('uploads')) {
      const id = `upload-${this.calls.length}`;
      this.openUploads.set(id, new Map());
      return [200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`];
    }
    if (method === 'PUT') this.objects.set(pathname, body);
    if (method === 'DELETE') this.objects.delete(pathname);
    if (method !== 'GET') return [method === 'DELETE' ? 204 : 200, ''];
    return this.objects.has(pathname)
      ? [200, this.objects.get(pathname)!]
      : [404, '<Error><Code>NoSuchKey</Code></Error>'];
  }

  private answerPart(method: string, pathname: string, uploadId: string, part: number, body: Buffer): [number, string] {
    const parts = this.openUploads.get(uploadId)!;
    if (method === 'PUT') {
      parts.set(part, body);
      return [200, ''];
    }
    this.openUploads.delete(uploadId);
    if (method === 'DELETE') return [204, ''];
    this.objects.set(pathname, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)));
    return [200, '<CompleteMultipartUploadResult><ETag>"etag"</ETag></CompleteMultipartUploadResult>'];
  }
}
