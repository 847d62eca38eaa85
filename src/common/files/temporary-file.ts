import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/**
 * A file that no longer has a name when it can be written: only this process reaches it, and the system frees it when it is
 * closed or the process ends, however that comes about. What it holds is a customer's.
 */
export class TemporaryFile {
  private constructor(
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  /**
   * Keeps what `write` writes. `write` may end the stream.
   * @throws what `write` throws, and the disk's errors; nothing is kept then.
   */
  static async of(write: (out: Writable) => Promise<void>): Promise<TemporaryFile> {
    const name = path.join(tmpdir(), `corebank-${randomUUID()}`);
    const handle = await open(name, 'wx+', 0o600);
    try {
      await unlink(name);
      const out = createWriteStream('', { fd: handle.fd, autoClose: false });
      const isWritten = finished(out);
      // The writer meets the disk's errors too, and its failure is the one that counts.
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
   * The content from the beginning, in chunks of this many bytes but for the last. Closes the file, whether it is read to the
   * end or not. A chunk is good until the next is asked for: all are read into the same memory.
   */
  async *chunks(chunkBytes: number): AsyncGenerator<Buffer> {
    try {
      const memory = Buffer.allocUnsafe(Math.min(chunkBytes, this.size));
      for (let position = 0; position < this.size;) {
        const length = Math.min(memory.length, this.size - position);
        // A disk may give less than was asked for, and every chunk but the last is to be whole.
        for (let filled = 0; filled < length;) {
          const { bytesRead } = await this.handle.read(memory, filled, length - filled, position + filled);
          if (bytesRead === 0) throw new Error('A temporary file became shorter.');
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
