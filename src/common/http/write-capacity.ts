import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { commonErrors } from '../errors/common.errors';
import type { Metrics } from '../metrics/metrics';
import { securityHeaders } from './security-headers';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@Endpoint`: a route of API clients that moves money. */
    movesMoney?: boolean;
  }
}

/** Says whether this process can take more movements. Declared here and provided by the ledger. */
export abstract class WriteCapacity {
  /** True while as many movements wait as may wait. */
  abstract readonly isUsedUp: boolean;
}

/** What refusals need. */
interface Refusing {
  capacity: WriteCapacity;
  metrics: Metrics;
  /** The correlation id of a request, by the header that may name one. */
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

/**
 * Refuses movements of API clients while no more may wait, before anything of them is read. A refusal then costs about
 * a tenth of a movement, so that a process that is asked for twice as much as it can do still does nearly all that it
 * can (docs/performance.md#arrivals). Enquiries, staff and other routes are served as before. An address that is
 * written in another way than the route's is refused later, by the ledger.
 */
export function limitWaitingMovements(instance: FastifyInstance, refusing: Refusing): void {
  const movements = new Set<string>();
  instance.addHook('onRoute', ({ url, config }) => void (config?.movesMoney && movements.add(url)));
  const refused = new Counter({
    name: 'corebank_movements_refused_total',
    help: 'Movements that were refused unread, because too many others waited.',
    registers: [],
  });
  refusing.metrics.registry.registerMetric(refused);

  const { server } = instance;
  const [serve] = server.listeners('request') as RequestListener[];
  if (!serve) throw new Error('The server has no listener for requests yet.');
  server.off('request', serve);
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!refusing.capacity.isUsedUp || !movements.has(request.url ?? '')) return serve.call(server, request, response);
    refused.inc();
    const { SERVICE_UNAVAILABLE } = commonErrors;
    const id = refusing.correlationId(request.headers['x-correlation-id']);
    response.writeHead(SERVICE_UNAVAILABLE.httpStatus, { 'x-correlation-id': id, ...HEADERS });
    response.end(BODY);
  });
}
