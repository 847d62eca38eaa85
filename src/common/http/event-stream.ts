import type { FastifyReply } from 'fastify';

/** Text that a reader has not taken, in bytes, above which the connection is closed: the reader has stopped reading. */
const UNREAD_MAX_BYTES = 262_144;

/** One event of a stream, in the format of Server-Sent Events. `data` is any value of JSON. */
export interface StreamedEvent {
  event: string;
  /** The position that a reader sends as `Last-Event-ID` when it connects again. */
  id?: number;
  data: unknown;
}

/** The text of one event. JSON has no line breaks, so each event has one line of data. */
export function eventText({ event, id, data }: StreamedEvent): string {
  const position = id === undefined ? '' : `id: ${id}\n`;
  return `event: ${event}\n${position}data: ${JSON.stringify(data)}\n\n`;
}

/** The position in a `Last-Event-ID` header; undefined for anything that is none. */
export function lastEventId(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

/**
 * An answer that stays open. It is written to the connection directly, past the envelope and the serializer: whoever
 * opens it must end it.
 */
export class EventStream {
  private lastWriteAt = performance.now();

  private constructor(private readonly reply: FastifyReply) {}

  /** @param reconnectMs after which a reader connects again when the stream has ended */
  static open(reply: FastifyReply, reconnectMs: number): EventStream {
    const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8' };
    reply.hijack();
    // A buffering proxy would hold the events back.
    reply.raw.writeHead(200, { ...headers, 'x-accel-buffering': 'no' } as Record<string, string>);
    const stream = new EventStream(reply);
    stream.write(`retry: ${reconnectMs}\n\n`);
    return stream;
  }

  get isOpen(): boolean {
    return !this.reply.raw.writableEnded && !this.reply.raw.destroyed;
  }

  /** Milliseconds since something was written. */
  get silentMs(): number {
    return performance.now() - this.lastWriteAt;
  }

  send(event: StreamedEvent): void {
    this.write(eventText(event));
  }

  /** A comment, which keeps the connection in use. */
  beat(): void {
    this.write(': beat\n\n');
  }

  end(): void {
    if (this.isOpen) this.reply.raw.end();
  }

  /** Called once, in whatever way the connection ends. */
  onClose(listener: () => void): void {
    this.reply.raw.once('close', listener);
  }

  private write(text: string): void {
    if (!this.isOpen) return;
    this.lastWriteAt = performance.now();
    this.reply.raw.write(text);
    if (this.reply.raw.writableLength > UNREAD_MAX_BYTES) this.reply.raw.destroy();
  }
}
