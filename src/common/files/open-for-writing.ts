import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';

/**
 * Opens a file that only its owner can read, and empties it. Later errors of the stream, such as a full disk, are
 * thrown by `writeChunk` and by `finished`; without a listener they would end the process.
 * @throws the error of the system, such as `ENOENT` for a folder that does not exist
 */
export async function openForWriting(file: string): Promise<WriteStream> {
  const out = createWriteStream(file, { mode: 0o600 });
  await once(out, 'open');
  return out.on('error', () => undefined);
}
