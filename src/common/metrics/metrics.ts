import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { PROGRAM_VERSION } from '../program-version';

const LATENCY_BUCKETS_SEC = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Metrics of the runtime that grow with what happens to be open and tell operators nothing. */
const NOISE = /^nodejs_(active_|heap_space_|version_info)/;

/** The first word of an address below its prefix: `transfer` of `/api/transfer/v1/search`. */
function areaOf(route: string): string {
  const [first = '', second = ''] = route.split('/').slice(1);
  return first === 'api' ? second : first;
}

/** Answered requests of one route, counted without the library: its labels cost 5 µs for each request. */
interface RouteTally {
  method: string;
  route: string;
  /** Labels of the route's area. */
  area: { area: string };
  /** By class of status: `2xx` and so on. */
  answered: Map<string, number>;
  seconds: number;
}

const STATUS_CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** The counts of a pool of connections. */
interface CountedPool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

const TOO_MANY_REQUESTS = 429;

let processMetrics: Registry | undefined;

/**
 * Metrics of the process, made once: what observes the collection of garbage and the event loop lasts as long as the
 * process and would keep each application that has ended in it.
 */
function metricsOfProcess(): Registry {
  if (processMetrics) return processMetrics;
  processMetrics = new Registry();
  collectDefaultMetrics({ register: processMetrics });
  for (const { name } of processMetrics.getMetricsAsArray())
    if (NOISE.test(name)) processMetrics.removeSingleMetric(name);
  return processMetrics;
}

/** The process's Prometheus metrics; each application has its own registry. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  /** By route, then by method. */
  private readonly tallies = new Map<string, Map<string, RouteTally>>();

  /** By area and not by route: buckets of every route would be thousands of lines. */
  private readonly requestDuration = new Histogram({
    name: 'corebank_http_request_duration_seconds',
    help: 'Time to answer a request, by area.',
    labelNames: ['area'],
    buckets: LATENCY_BUCKETS_SEC,
    registers: [this.registry],
  });

  /** Decided movements by kind, then by outcome; counted without the library, whose labels cost more. */
  private readonly movements = new Map<string, Map<string, number>>();
  private readonly pools = new Map<string, () => CountedPool | undefined>();
  private readonly preparations: (() => Promise<void>)[] = [];

  private readonly limitedRequests = new Counter({
    name: 'corebank_http_requests_limited_total',
    help: 'Requests answered 429, by area.',
    labelNames: ['area'],
    registers: [this.registry],
  });

  /** Locks after wrong secrets: `client`, `staff` or `second-factor`. */
  readonly lockouts = new Counter({
    name: 'corebank_lockouts_total',
    help: 'Locks after too many wrong secrets.',
    labelNames: ['who'],
    registers: [this.registry],
  });

  /** Runs of jobs, the end of day among them: `done` or `failed`. */
  readonly jobRuns = new Counter({
    name: 'corebank_job_runs_total',
    help: 'Runs of jobs by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [this.registry],
  });

  readonly postingBatchSize = new Histogram({
    name: 'corebank_ledger_batch_size',
    help: 'Movements decided in one transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [this.registry],
  });

  readonly postingQueueLength = new Gauge({
    name: 'corebank_ledger_queue_length',
    help: 'Movements waiting for a batch.',
    registers: [this.registry],
  });

  /** Calls to providers by their outcome: answered, not-sent or unknown. */
  readonly gatewayCallDuration = new Histogram({
    name: 'corebank_gateway_call_duration_seconds',
    help: 'Time of a call to a provider, retries included.',
    labelNames: ['provider', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [this.registry],
  });

  constructor() {
    this.exposeTallies();
    this.exposeMovements();
    this.exposePools();
    new Gauge({
      name: 'corebank_build_info',
      help: 'The version of the program and of Node; always 1.',
      labelNames: ['version', 'node'],
      registers: [this.registry],
    }).set({ version: PROGRAM_VERSION, node: process.version }, 1);
    for (const { name } of metricsOfProcess().getMetricsAsArray())
      this.registry.registerMetric(metricsOfProcess().getSingleMetric(name)!);
  }

  /** Counts an answered request. @param route the pattern of its address */
  observeRequest({ method, route, status }: { method: string; route: string; status: number }, seconds: number): void {
    const tally = this.tallyOf(method, route);
    const statusClass = STATUS_CLASSES[Math.floor(status / 100)] ?? '0xx';
    tally.answered.set(statusClass, (tally.answered.get(statusClass) ?? 0) + 1);
    tally.seconds += seconds;
    if (status === TOO_MANY_REQUESTS) this.limitedRequests.inc(tally.area);
    this.requestDuration.observe(tally.area, seconds);
  }

  /** Counts a decided movement. */
  countMovement(kind: string, outcome: string): void {
    let outcomes = this.movements.get(kind);
    if (!outcomes) this.movements.set(kind, (outcomes = new Map<string, number>()));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }

  /** Shows the connections of a pool, which may be made later. */
  observePool(name: string, pool: () => CountedPool | undefined): void {
    this.pools.set(name, pool);
  }

  /** Runs `prepare` before each reading of the metrics; it must not throw. */
  beforeRead(prepare: () => Promise<void>): void {
    this.preparations.push(prepare);
  }

  /** All metrics in Prometheus text format. */
  async text(): Promise<string> {
    await Promise.all(this.preparations.map((prepare) => prepare()));
    return this.registry.metrics();
  }

  private tallyOf(method: string, route: string): RouteTally {
    let methods = this.tallies.get(route);
    if (!methods) this.tallies.set(route, (methods = new Map<string, RouteTally>()));
    let tally = methods.get(method);
    if (!tally) {
      tally = { method, route, area: { area: areaOf(route) }, answered: new Map(), seconds: 0 };
      methods.set(method, tally);
    }
    return tally;
  }

  /** Registers the two counters that are filled from the tallies when they are read. */
  private exposeTallies(): void {
    const tallies = (): RouteTally[] => [...this.tallies.values()].flatMap((methods) => [...methods.values()]);
    const requests: Counter<'method' | 'route' | 'status'> = new Counter({
      name: 'corebank_http_requests_total',
      help: 'Answered requests by route and class of status.',
      labelNames: ['method', 'route', 'status'],
      registers: [this.registry],
      collect: () => {
        requests.reset();
        for (const { method, route, answered } of tallies())
          for (const [status, count] of answered) requests.inc({ method, route, status }, count);
      },
    });
    const requestSeconds: Counter<'method' | 'route'> = new Counter({
      name: 'corebank_http_request_seconds_total',
      help: 'Time to answer requests, by route.',
      labelNames: ['method', 'route'],
      registers: [this.registry],
      collect: () => {
        requestSeconds.reset();
        for (const { method, route, seconds } of tallies()) requestSeconds.inc({ method, route }, seconds);
      },
    });
  }

  /** Registers the counters that are filled from the counted movements when they are read. */
  private exposeMovements(): void {
    const movements: Counter<'kind' | 'outcome'> = new Counter({
      name: 'corebank_movements_total',
      help: 'Decided movements by kind and outcome.',
      labelNames: ['kind', 'outcome'],
      registers: [this.registry],
      collect: () => {
        movements.reset();
        for (const [kind, outcomes] of this.movements)
          for (const [outcome, count] of outcomes) movements.inc({ kind, outcome }, count);
      },
    });
    const postings: Counter<'outcome'> = new Counter({
      name: 'corebank_ledger_postings_total',
      help: 'Decided movements.',
      labelNames: ['outcome'],
      registers: [this.registry],
      collect: () => {
        postings.reset();
        for (const outcomes of this.movements.values())
          for (const [outcome, count] of outcomes) postings.inc({ outcome }, count);
      },
    });
  }

  private exposePools(): void {
    const connections: Gauge<'pool' | 'state'> = new Gauge({
      name: 'corebank_database_connections',
      help: 'Connections to the database by pool: in use, idle, and callers that wait for one.',
      labelNames: ['pool', 'state'],
      registers: [this.registry],
      collect: () => {
        for (const [name, read] of this.pools) {
          const pool = read();
          if (!pool) continue;
          connections.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
          connections.set({ pool: name, state: 'idle' }, pool.idleCount);
          connections.set({ pool: name, state: 'waiting' }, pool.waitingCount);
        }
      },
    });
  }
}
