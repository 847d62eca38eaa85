import { setTimeout as sleep } from 'node:timers/promises';
import { KeptConnection, type PlainAnswer } from './kept-connection';
import { latencyAt } from './latencies';
import type { LoadOptions } from './load-generator';

export interface OpenLoadOptions extends Omit<LoadOptions, 'limitPerSecond' | 'end'> {
  /** Requests that arrive in a second, whatever the server answers. */
  perSecond: number;
  /** Connections, opened before the first request; requests beyond them wait for one, and their time counts. */
  connections: number;
}

export interface OpenLoadResult {
  /** Requests that arrived in the measured time. */
  arrived: number;
  /** Of these, answered with 200. */
  done: number;
  /** Of the requests that were answered with 200, from their arrival. */
  p50Ms: number;
  p99Ms: number;
  /** Of the requests that were refused, from their arrival; 0 where none was. */
  refusedP99Ms: number;
  /** Answers other than 200, by status. */
  failures: Record<string, number>;
  /** Refusals that do not say when to come again. */
  withoutRetryAfter: number;
}

const TICK_MS = 1;
/** After the last arrival; a request that is not answered by then is one of status `none`. */
const ANSWERS_WITHIN_MS = 30_000;

/**
 * Requests that arrive at an even rate, as from many callers who do not know of each other: a slow answer delays none
 * of those after it. A latency begins when a request should have been sent, not when it was.
 */
export async function generateOpenLoad(options: OpenLoadOptions): Promise<OpenLoadResult> {
  const run = new OpenLoad(options);
  await run.open();
  await run.arrive();
  await run.end();
  return run.result();
}

interface Arrival {
  n: number;
  at: number;
}

class OpenLoad {
  private readonly idle: KeptConnection[] = [];
  private readonly all: KeptConnection[] = [];
  private readonly waiting: Arrival[] = [];
  private readonly doneMs: number[] = [];
  private readonly refusedMs: number[] = [];
  private readonly failures: Record<string, number> = {};
  private withoutRetryAfter = 0;
  private arrived = 0;
  private failure: Error | undefined;
  private measureFrom = 0;

  constructor(private readonly options: OpenLoadOptions) {}

  /**
   * Opens all connections, as a balancer keeps them open: a busy process of Node takes one new connection in each turn
   * of its loop.
   */
  async open(): Promise<void> {
    const { port, connections } = this.options;
    while (this.all.length < connections) {
      const connection = await KeptConnection.open(port, (error) => this.lose(error));
      this.all.push(connection);
      this.idle.push(connection);
    }
  }

  /** Sends what has arrived, every millisecond. */
  async arrive(): Promise<void> {
    const { warmUpMs, durationMs, perSecond } = this.options;
    const start = performance.now();
    this.measureFrom = start + warmUpMs;
    const end = this.measureFrom + durationMs;
    const arrivalOf = (n: number): number => start + (n * 1000) / perSecond;
    for (let n = 0; performance.now() < end; await sleep(TICK_MS)) {
      if (this.failure) throw this.failure;
      for (const until = Math.min(performance.now(), end); arrivalOf(n) <= until; n += 1)
        this.take({ n, at: arrivalOf(n) });
    }
  }

  async end(): Promise<void> {
    const deadline = performance.now() + ANSWERS_WITHIN_MS;
    const open = (): number => this.arrived - this.doneMs.length - this.refusedMs.length;
    while (open() > 0 && performance.now() < deadline) await sleep(10);
    if (open() > 0) this.failures.none = open();
    for (const connection of this.all) connection.close();
  }

  result(): OpenLoadResult {
    const [done, refused] = [this.doneMs, this.refusedMs].map((list) => [...list].sort((a, b) => a - b));
    return {
      arrived: this.arrived,
      done: done!.length,
      p50Ms: latencyAt(done!, 0.5),
      p99Ms: latencyAt(done!, 0.99),
      refusedP99Ms: latencyAt(refused!, 0.99),
      failures: this.failures,
      withoutRetryAfter: this.withoutRetryAfter,
    };
  }

  private take(arrival: Arrival): void {
    if (arrival.at >= this.measureFrom) this.arrived += 1;
    const connection = this.takeIdle();
    if (connection) this.send(connection, arrival);
    else this.waiting.push(arrival);
  }

  /** The one that has been idle for the longest time, because the server closes those over which no request comes. */
  private takeIdle(): KeptConnection | undefined {
    for (let connection = this.idle.shift(); connection; connection = this.idle.shift())
      if (connection.isOpen) return connection;
    return undefined;
  }

  /** A request over the connection, if there was one, is counted as not answered. */
  private lose(error: NodeJS.ErrnoException): void {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') this.failure = error;
  }

  private next(connection: KeptConnection): void {
    const arrival = this.waiting.shift();
    if (arrival) this.send(connection, arrival);
    else this.idle.push(connection);
  }

  private send(connection: KeptConnection, { n, at }: Arrival): void {
    const { path, token, referencePrefix, body } = this.options;
    connection.send({ path, token, reference: `${referencePrefix}-${n}`, body: body(n) }, (answer) => {
      if (at >= this.measureFrom) this.count(answer, performance.now() - at);
      this.next(connection);
    });
  }

  private count({ status, hasRetryAfter }: PlainAnswer, latencyMs: number): void {
    if (status === '200') return void this.doneMs.push(latencyMs);
    this.refusedMs.push(latencyMs);
    this.failures[status] = (this.failures[status] ?? 0) + 1;
    if (!hasRetryAfter) this.withoutRetryAfter += 1;
  }
}
