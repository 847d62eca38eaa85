import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { UploadReader } from './upload-reader';

/** A request whose body the test sends. */
function requestOf(headers: Record<string, string> = {}): PassThrough & IncomingMessage {
  const request = Object.assign(new PassThrough(), { headers, complete: false });
  request.once('end', () => (request.complete = true));
  return request as unknown as PassThrough & IncomingMessage;
}

async function contentOf(reader: UploadReader): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of reader.content()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const refusal = (code: string): unknown => expect.objectContaining({ code });

describe('UploadReader', () => {
  it('gives the content as it arrives and the fields at the end', async () => {
    const request = requestOf();
    const reader = new UploadReader(request);
    const content = reader.content();
    request.write('{"a":1,"content":"JVBE');
    expect((await content.next()).value).toEqual(Buffer.from('%PD'));
    request.end('Ri0x"}');
    expect((await content.next()).value).toEqual(Buffer.from('F-1'));
    expect((await content.next()).done).toBe(true);
    expect(reader.fields('digest')).toEqual({ a: 1, content: 'digest' });
    reader.release();
  });

  it('refuses a body with a too large content-length before reading it', async () => {
    const request = requestOf({ 'content-length': '20000000' });
    const reader = new UploadReader(request);
    await expect(contentOf(reader)).rejects.toEqual(refusal('DOCUMENT_TOO_LARGE'));
    reader.release();
  });

  it('refuses a body that does not arrive in time', async () => {
    const request = requestOf();
    const reader = new UploadReader(request, 20);
    request.write('{"content":"JVBE');
    await expect(contentOf(reader)).rejects.toEqual(refusal('DOCUMENT_UPLOAD_TOO_SLOW'));
    reader.release();
  });

  it('refuses a body whose connection breaks off', async () => {
    const request = requestOf();
    const reader = new UploadReader(request);
    request.write('{"content":"JVBE');
    const content = contentOf(reader);
    setImmediate(() => request.destroy());
    await expect(content).rejects.toEqual(refusal('VALIDATION_FAILED'));
    reader.release();
  });
});
