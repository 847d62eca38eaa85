import type { FastifyInstance } from 'fastify';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const ANSWER_HEADERS = 'x-correlation-id, idempotent-replayed, retry-after';
const PREFLIGHT_VALID_SEC = 600;

/**
 * Lets pages of these origins call the API: a browser refuses a call of a page that another host or port has served.
 * They are the addresses of the documentation, so that its "Try it out" reaches the API. No cookie is accepted from
 * them: calls are made with the token that the page was given.
 * @param origins such as `https://docs.bank.example`
 */
export function answerDocumentationOrigins(instance: FastifyInstance, origins: readonly string[]): void {
  instance.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': asked } = request.headers;
    void reply.header('vary', 'Origin');
    if (origin === undefined || !origins.includes(origin)) return done();
    void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': ANSWER_HEADERS });
    if (request.method !== 'OPTIONS' || asked === undefined) return done();
    void reply
      .headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
        'access-control-max-age': String(PREFLIGHT_VALID_SEC),
      })
      .code(204)
      .send();
  });
}
