import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/**
 * A file without a name: only this process can reach it, and the system frees it when it is closed or the process ends,
 * in whatever way. Its content is customers' data.
 */
export class TemporaryFile {
  private constructor(
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  /**
   * Stores the output of `write`, which may end the stream.
   * @throws the errors of `write` and of the disk; nothing is kept then.
   */
  static async create(write: (out: Writable) => Promise<void>): Promise<TemporaryFile> {
    const name = path.join(tmpdir(), `corebank-${randomUUID()}`);
    const handle = await open(name, 'wx+', 0o600);
    try {
      await unlink(name);
      const out = createWriteStream('', { fd: handle.fd, autoClose: false });
      const isWritten = finished(out);
      // The writer meets the disk's errors too; its failure is the one to report.
      isWritten.catch(() => undefined);
      await write(out);
      out.end();
      await isWritten;
      return new TemporaryFile(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * The content from the beginning, in chunks of this many bytes but for the last. Closes the file, even when it is not
   * read to the end. A chunk is valid until the next one is read, because all are read into the same memory.
   */
  async *chunks(chunkBytes: number): AsyncGenerator<Buffer> {
    try {
      const memory = Buffer.allocUnsafe(Math.min(chunkBytes, this.size));
      for (let position = 0; position < this.size;) {
        const length = Math.min(memory.length, this.size - position);
        // A disk may return less than requested, and every chunk but the last must be complete.
        for (let filled = 0; filled < length;) {
          const { bytesRead } = await this.handle.read(memory, filled, length - filled, position + filled);
          if (bytesRead === 0) throw new Error('A temporary file is shorter than when it was written.');
          filled += bytesRead;
        }
        position += length;
        yield memory.subarray(0, length);
      }
    } finally {
      await this.handle.close();
    }
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}
