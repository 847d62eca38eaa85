import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const LATENCY_BUCKETS_SEC = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** The process's Prometheus metrics; each application has its own registry. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  /** Requests by method, route pattern and status. */
  readonly requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS_SEC,
    registers: [this.registry],
  });

  /** Movements by their outcome: posted, held, queued, refused or replayed. */
  readonly postings = new Counter({
    name: 'ledger_postings_total',
    help: 'Decided movements.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  readonly postingBatchSize = new Histogram({
    name: 'ledger_batch_size',
    help: 'Movements decided in one transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [this.registry],
  });

  readonly postingQueueLength = new Gauge({
    name: 'ledger_queue_length',
    help: 'Movements waiting for a batch.',
    registers: [this.registry],
  });

  /** Calls to providers by their outcome: answered, not-sent or unknown. */
  readonly gatewayCallDuration = new Histogram({
    name: 'gateway_call_duration_seconds',
    help: 'Time of a call to a provider, retries included.',
    labelNames: ['provider', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
