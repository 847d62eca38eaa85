import type { Client, Connection, Submittable } from 'pg';

/** Lines are handed over in blocks of about this size. */
const BLOCK_BYTES = 256 * 1024;
/** The server waits while so many blocks wait for the reader. */
const WAITING_BLOCKS_MAX = 8;

/** The parts of the driver's connection that a COPY uses; its types leave them out. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFail(message: string): void;
  stream: { pause(): void; resume(): void; destroy(): void };
}

/** A running `COPY … TO STDOUT`: collects the lines that the server sends. */
class CopyOut implements Submittable {
  private block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  private filled = 0;
  private readonly blocks: Buffer[] = [];
  private connection: CopyConnection | undefined;
  private failure: Error | undefined;
  private wake: (() => void) | undefined;
  isDone = false;

  constructor(private readonly text: string) {}

  submit(connection: Connection): void {
    this.connection = connection as unknown as CopyConnection;
    this.connection.query(this.text);
  }

  /** The driver reuses the memory of its messages, so each line is copied into the block. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.filled + chunk.length > this.block.length) this.handOver(chunk.length);
    chunk.copy(this.block, this.filled);
    this.filled += chunk.length;
  }

  handleError(error: Error): void {
    this.failure = error;
    this.handleReadyForQuery();
  }

  handleReadyForQuery(): void {
    this.handOver(0);
    this.isDone = true;
    this.wake?.();
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyInResponse(connection: Connection): void {
    (connection as unknown as CopyConnection).sendCopyFail('Only COPY TO STDOUT is read.');
  }

  /** @returns undefined at the end. @throws the error of the server, or of the connection */
  async next(): Promise<Buffer | undefined> {
    while (this.blocks.length === 0 && !this.isDone) await new Promise<void>((resolve) => (this.wake = resolve));
    if (this.failure) throw this.failure;
    const block = this.blocks.shift();
    if (this.blocks.length < WAITING_BLOCKS_MAX) this.connection?.stream.resume();
    return block;
  }

  /** Ends the connection: a server that still sends cannot be used for anything else. */
  abandon(): void {
    this.connection?.stream.destroy();
  }

  private handOver(nextLength: number): void {
    if (this.filled > 0) this.blocks.push(this.block.subarray(0, this.filled));
    this.block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, nextLength));
    this.filled = 0;
    if (this.blocks.length >= WAITING_BLOCKS_MAX) this.connection?.stream.pause();
    this.wake?.();
  }
}

/**
 * The lines of a `COPY (…) TO STDOUT` in blocks of whole lines, in the memory of a few blocks. The client is of its own
 * (not pipelined, without a time limit for queries) and is lost when the reader stops early.
 *
 * @throws the error of the server, or of the connection
 */
export async function* copyOut(client: Client, text: string): AsyncGenerator<Buffer> {
  const copy = client.query(new CopyOut(text));
  try {
    for (let block = await copy.next(); block !== undefined; block = await copy.next()) yield block;
  } finally {
    if (!copy.isDone) copy.abandon();
  }
}
