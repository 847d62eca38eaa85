import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { commonErrors } from '../errors/common.errors';
import type { Metrics } from '../metrics/metrics';
import { securityHeaders } from './security-headers';
import { dropRest } from './unread-body';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@Endpoint`: a route of API clients that moves money. */
    movesMoney?: boolean;
  }
}

/** The movements that may wait in this process. Declared here and provided by the ledger. */
export abstract class MovementCapacity {
  /** The most movements that may wait before those of clients are refused. */
  abstract readonly waitingMax: number;
  /** True while so many wait. */
  abstract readonly isUsedUp: boolean;
}

/** The capacity for movements, the metrics that count refused ones, and the correlation id of an answer. */
interface MovementLimit {
  capacity: MovementCapacity;
  metrics: Metrics;
  /** @param header that may name one */
  correlationId: (header: string | string[] | undefined) => string;
}

const BODY = JSON.stringify({
  status: false,
  message:
    'Too many movements are waiting, so this request was not read; ' +
    'send it again with the same reference after the time in Retry-After.',
  data: { statusCode: commonErrors.SERVICE_UNAVAILABLE.code },
});
const HEADERS = {
  ...securityHeaders(''),
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(BODY)),
  'retry-after': '1',
};

/** Movements in progress, by the `Authorization` with which they came. */
class MovementsInProgress {
  private readonly counts = new Map<string, number>();

  constructor(private readonly capacity: MovementCapacity) {}

  /** True where a caller has an equal share of the movements that may wait, or more, and no more may wait. */
  mayNotBegin(caller: string): boolean {
    if (!this.capacity.isUsedUp) return false;
    const own = this.counts.get(caller) ?? 0;
    return own > 0 && own >= this.capacity.waitingMax / this.counts.size;
  }

  begin(caller: string, response: ServerResponse): void {
    this.counts.set(caller, (this.counts.get(caller) ?? 0) + 1);
    response.once('close', () => {
      const others = this.counts.get(caller)! - 1;
      if (others > 0) this.counts.set(caller, others);
      else this.counts.delete(caller);
    });
  }
}

/**
 * Refuses movements of API clients while no more may wait, before anything of them is read. A refusal then costs about
 * a tenth of a movement, so that a process that is asked for twice as much as it can do still does nearly all that it
 * can (docs/performance.md#arrivals). Only callers who have an equal share of the waiting movements are refused, so
 * that one cannot keep the others out; a client with several tokens has several shares, within `CallerLimits`.
 * Enquiries, staff and other routes are served as before. An address that is written in another way than the route's
 * is refused later, by the ledger.
 */
export function limitWaitingMovements(instance: FastifyInstance, limit: MovementLimit): void {
  const movements = new Set<string>();
  instance.addHook('onRoute', ({ url, config }) => void (config?.movesMoney && movements.add(url)));
  const refused = new Counter({
    name: 'corebank_movements_refused_total',
    help: 'Movements that were refused unread, because too many others waited.',
    registers: [],
  });
  limit.metrics.registry.registerMetric(refused);

  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    refused.inc();
    dropRest(request);
    const id = limit.correlationId(request.headers['x-correlation-id']);
    response.writeHead(commonErrors.SERVICE_UNAVAILABLE.httpStatus, { 'x-correlation-id': id, ...HEADERS });
    response.end(BODY);
  };
  const inProgress = new MovementsInProgress(limit.capacity);
  const { server } = instance;
  const [serve] = server.listeners('request') as RequestListener[];
  if (!serve) throw new Error('The server has no listener for requests yet.');
  server.off('request', serve);
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (movements.has(request.url ?? '')) {
      const caller = request.headers.authorization ?? '';
      if (inProgress.mayNotBegin(caller)) return refuse(request, response);
      inProgress.begin(caller, response);
    }
    serve.call(server, request, response);
  });
}
