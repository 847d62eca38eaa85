import * as http from 'node:http';
import { eventually } from '../support/eventually';

/** One event as a browser reads it. */
export interface ReadEvent {
  event: string;
  id: number | undefined;
  data: Record<string, unknown>;
}

/** A page that follows a stream, as `EventSource` does. */
export class OpenStream {
  readonly events: ReadEvent[] = [];
  text = '';
  hasEnded = false;

  private constructor(
    readonly status: number,
    readonly headers: http.IncomingHttpHeaders,
    private readonly request: http.ClientRequest,
  ) {}

  static open(url: string, headers: Record<string, string>): Promise<OpenStream> {
    return new Promise((resolve, reject) => {
      const request = http.get(url, { headers: { accept: 'text/event-stream', ...headers } }, (response) => {
        const stream = new OpenStream(response.statusCode ?? 0, response.headers, request);
        response.setEncoding('utf8');
        response.on('data', (text: string) => stream.read(text));
        response.on('close', () => (stream.hasEnded = true));
        response.on('error', () => undefined);
        resolve(stream);
      });
      request.on('error', reject);
    });
  }

  of(event: string): ReadEvent[] {
    return this.events.filter((read) => read.event === event);
  }

  /** The first event of a kind that meets the condition. */
  async next(event: string, meets: (data: Record<string, unknown>) => boolean = () => true): Promise<ReadEvent> {
    let found: ReadEvent | undefined;
    await eventually(() => {
      found = this.of(event).find(({ data }) => meets(data));
      if (!found) throw new Error(`No event ${event} in ${this.text}`);
      return Promise.resolve();
    });
    return found!;
  }

  async ended(): Promise<void> {
    await eventually(() => (this.hasEnded ? Promise.resolve() : Promise.reject(new Error('The stream is open.'))));
  }

  close(): void {
    this.request.destroy();
  }

  private read(text: string): void {
    this.text += text;
    const blocks = this.text.split('\n\n').slice(0, -1);
    const fields = blocks.map((block) =>
      Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])),
    );
    const events = fields.filter(({ event }) => event !== undefined);
    for (const { event, id, data } of events.slice(this.events.length))
      this.events.push({
        event: event!,
        id: id === undefined ? undefined : Number(id),
        data: JSON.parse(data!) as Record<string, unknown>,
      });
  }
}
