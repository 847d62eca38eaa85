import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { dataUrlPrefix } from './file-format';
import type { FileView } from './file-view.dto';
import type { TemporaryFile } from './temporary-file';

/** A multiple of three bytes, so that the base64 of the chunks joins to the base64 of the whole. */
const CHUNK_BYTES = 3 * 64 * 1024;

/**
 * The usual envelope around a `FileView`, sent in chunks: a file of any length needs memory for a few of them. The file
 * is closed when it has been sent or the caller has disconnected.
 */
export function fileReply(
  { fileName, mimeType }: Pick<FileView, 'fileName' | 'mimeType'>,
  file: TemporaryFile,
): StreamableFile {
  const head = JSON.stringify({
    status: true,
    message: 'Successful',
    data: { fileName, mimeType, document: dataUrlPrefix(mimeType) },
  });
  // The content goes in before the closing quote, which base64 cannot contain.
  const before = Buffer.from(head.slice(0, -'"}}'.length));
  const after = Buffer.from('"}}');
  const length = before.length + 4 * Math.ceil(file.size / 3) + after.length;
  async function* parts(): AsyncGenerator<Buffer> {
    yield before;
    for await (const chunk of file.chunks(CHUNK_BYTES)) yield Buffer.from(chunk.toString('base64'), 'latin1');
    yield after;
  }
  const stream = Readable.from(parts(), { objectMode: false });
  // A generator that was never started has nothing to clean up, so the file would stay open.
  stream.once('close', () => void file.close().catch(() => undefined));
  return new StreamableFile(stream, { type: 'application/json; charset=utf-8', length });
}
