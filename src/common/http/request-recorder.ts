import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClientActor } from './actor';
import type { AdmittedRequest } from './admission';

declare module 'fastify' {
  interface FastifyRequest {
    /** The `data` of the answer; undefined for a file, and before. */
    answer?: unknown;
  }
}

/** A request of an API client that was answered. */
export interface AnsweredRequest {
  client: ClientActor;
  method: string;
  /** The route's pattern, such as `/api/card/v1/block`. */
  path: string;
  status: number;
  durationMs: number;
  correlationId: string;
  reference: string | undefined;
  body: unknown;
  answer: unknown;
}

/** Keeps the calls of API clients. Declared here and provided by the module `request-log`. */
export abstract class RequestRecorder {
  /** True while calls are kept. */
  abstract readonly isOn: boolean;

  /** Takes a call at once and never throws; it is written later. */
  abstract record(request: AnsweredRequest): void;
}

/** Hands each answered request of an API client to the recorder. */
export function recordRequests(instance: FastifyInstance, recorder: RequestRecorder): void {
  // One shape for all requests, because the server adds the property to each of them.
  instance.decorateRequest('answer');
  if (!recorder.isOn) return;
  instance.addHook('onResponse', (request, reply, done) => {
    const { user } = request as AdmittedRequest;
    if (user?.kind === 'api-client')
      recorder.record({
        client: user,
        method: request.method,
        path: request.routeOptions.url ?? '',
        status: reply.statusCode,
        durationMs: reply.elapsedTime,
        correlationId: request.id,
        reference: referenceOf(request),
        body: request.body,
        answer: request.answer,
      });
    done();
  });
}

function referenceOf({ headers }: FastifyRequest): string | undefined {
  const reference = headers['request-reference'];
  return typeof reference === 'string' && reference !== '' ? reference : undefined;
}
