import { KeptConnection } from './kept-connection';
import { latencyAt } from './latencies';

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

/** A closed loop over kept connections: each sends its next request when the last is answered. */
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

  const drive = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const send = (connection: KeptConnection): void => {
        const n = sent;
        sent += 1;
        const pause = pauseMs(n);
        if (pause > 1) setTimeout(() => write(connection, n), pause);
        else write(connection, n);
      };
      const write = (connection: KeptConnection, n: number): void => {
        const { path, token } = options;
        const body = options.body(n);
        const sentAt = performance.now();
        connection.send({ path, token, reference: `${options.referencePrefix}-${n}`, body }, ({ status }) => {
          const now = performance.now();
          answers += 1;
          if (now > measureFrom && now <= end) {
            latenciesMs.push(now - sentAt);
            if (status !== '200') failures[status] = (failures[status] ?? 0) + 1;
          }
          if (now < end) return send(connection);
          connection.close();
          resolve();
        });
      };
      void KeptConnection.open(options.port, reject).then(send, reject);
    });

  await Promise.all(Array.from({ length: options.connections }, drive));
  latenciesMs.sort((a, b) => a - b);
  return {
    perSecond: Math.round((latenciesMs.length / (end - measureFrom)) * 1000),
    p50Ms: latencyAt(latenciesMs, 0.5),
    p99Ms: latencyAt(latenciesMs, 0.99),
    requests: latenciesMs.length,
    answers,
    failures,
  };
}
