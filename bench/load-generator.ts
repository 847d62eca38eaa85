import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  port: number;
  connections: number;
  durationMs: number;
  /** Not measured. */
  warmUpMs: number;
  path: string;
  token: string;
  /** The JSON body of the n-th request. */
  body: (n: number) => string;
  /** Makes request references unique over all runs. */
  referencePrefix: string;
  /** The highest rate at which requests are sent; without it each follows the answer before it. */
  limitPerSecond?: number | undefined;
  /** Ends the load before `durationMs`. */
  end?: AbortSignal | undefined;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers in the measured time. */
  requests: number;
  /** Answers in all, warm-up included. */
  answers: number;
  /** Answers other than 200, by status. */
  failures: Record<string, number>;
}

/**
 * A closed loop over keep-alive connections: each sends its next request when the last is answered. Plain sockets,
 * because client and server share the machine and every microsecond of the client is the server's loss.
 */
export async function generateLoad(options: LoadOptions): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const failures: Record<string, number> = {};
  let sent = 0;
  let answers = 0;
  const start = performance.now();
  const measureFrom = start + options.warmUpMs;
  let end = measureFrom + options.durationMs;
  options.end?.addEventListener('abort', () => (end = performance.now()), { once: true });
  /** Milliseconds until the n-th request may be sent. */
  const pauseMs = (n: number): number =>
    options.limitPerSecond === undefined ? 0 : start + (n * 1000) / options.limitPerSecond - performance.now();

  const drive = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0;
      let pending = '';
      const send = (): void => {
        const n = sent;
        sent += 1;
        const pause = pauseMs(n);
        if (pause > 1) setTimeout(() => write(n), pause);
        else write(n);
      };
      const write = (n: number): void => {
        const body = options.body(n);
        sentAt = performance.now();
        socket.write(
          `POST ${options.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nauthorization: Bearer ${options.token}\r\n` +
            `request-reference: ${options.referencePrefix}-${n}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      };
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        pending += chunk.toString('latin1');
        const headEnd = pending.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0);
        if (pending.length < headEnd + 4 + length) return;
        const now = performance.now();
        answers += 1;
        const status = pending.slice(9, 12);
        pending = '';
        if (now > measureFrom && now <= end) {
          latenciesMs.push(now - sentAt);
          if (status !== '200') failures[status] = (failures[status] ?? 0) + 1;
        }
        if (now < end) send();
        else resolve(void socket.destroy());
      });
      socket.on('connect', send);
    });

  const sockets = Array.from({ length: options.connections }, () =>
    connect({ port: options.port, host: '127.0.0.1', noDelay: true }),
  );
  await Promise.all(sockets.map(drive));
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))] ?? 0) * 100) /
    100;
  return {
    perSecond: Math.round((latenciesMs.length / (end - measureFrom)) * 1000),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    requests: latenciesMs.length,
    answers,
    failures,
  };
}
