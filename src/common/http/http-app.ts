import './body-limit.decorator';
import { randomUUID } from 'node:crypto';
import type { ModuleMetadata, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../config/app-config';
import { commonErrors } from '../errors/common.errors';
import { Shutdown } from '../health/shutdown';
import { createPino, JsonLogger, logOf } from '../logging/json-logger';
import { Metrics } from '../metrics/metrics';
import { jsonText } from '../money/large-naira';
import { Tracing } from '../tracing/tracing';
import { actorName } from './actor';
import { Admission, admitBeforeBodies, type AdmittedRequest } from './admission';
import { parseCsvBodies } from './csv-body';
import { answerDocumentationOrigins } from './documentation-origins';
import { EnvelopeAdapter } from './envelope-adapter';
import { answerFrameworkError, ErrorFilter } from './error.filter';
import { jsonRulesOf } from './json-rules';
import { parseJsonStrictly } from './json-text';
import { limitWaitingMovements, MovementCapacity } from './movement-capacity';
import { closeQuietConnections } from './quiet-connections';
import { answerUnservedRequests, refuseConnection } from './refuse-connection';
import { recordRequests, RequestRecorder } from './request-recorder';
import { RouteMethods } from './route-methods';
import { securityHeaders } from './security-headers';
import { streamBodies } from './streamed-body';
import { dropUnreadBodies } from './unread-body';
import { utf8Text } from './utf8-text';
import { ValidationPipe } from './validation.pipe';

type RootModule = Type<unknown> | NonNullable<ModuleMetadata['imports']>[number];

const CORRELATION_ID = /^[A-Za-z0-9._:-]{1,100}$/;
const HEALTH_AND_METRICS = /^\/(health|metrics)(\/|$)/;
/** Addresses for operators and for developers of integrations, not for the public. */
const MANAGEMENT = /^\/(health|metrics|docs)(\/|$)/;

/** The interval at which connections are checked for requests that take too long to arrive. */
const CONNECTIONS_CHECKED_EVERY_MS = 1_000;
/** A connection without traffic for so long is closed, also one whose reader has stopped reading. */
const IDLE_CONNECTION_MS = 300_000;

/**
 * Parses bodies strictly: duplicate keys, unstorable text, numbers that cannot be read exactly, and more values than
 * the route's body can have are refused before any other code reads them.
 */
function parseBodiesStrictly(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { bodyType } = request.routeOptions.config;
    try {
      // An empty body counts as no body, as for an action without fields.
      const text = utf8Text(body as Buffer);
      done(null, text === '' ? undefined : parseJsonStrictly(text, bodyType && jsonRulesOf(bodyType)));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/**
 * Refuses bodies that the parser would read wrongly: compressed ones, and texts in another character set than UTF-8.
 */
function answerUnreadableBodies(instance: FastifyInstance): void {
  instance.addHook('preParsing', (request, reply, _payload, done) => {
    const { 'content-encoding': encoding = 'identity', 'content-type': contentType = '' } = request.headers;
    const charset = CHARSET.exec(contentType)?.[1] ?? 'utf-8';
    if (encoding.toLowerCase() === 'identity' && /^utf-?8$/i.test(charset)) done();
    else
      answerFrameworkError(
        commonErrors.UNSUPPORTED_MEDIA_TYPE('Send the body as application/json in UTF-8, without Content-Encoding.'),
        request,
        reply,
      );
  });
}

/** Answers a wrong method of a known address with 405 and the methods that it takes. */
function answerWrongMethods(instance: FastifyInstance): void {
  const routes = new RouteMethods();
  // Addresses for operators stay unknown on the public port, whatever the method.
  instance.addHook('onRoute', ({ url, method }) => void (MANAGEMENT.test(url) || routes.add(url, method)));
  instance.addHook('onRequest', (request, reply, done) => {
    const allowed = request.is404 ? routes.methodsAt(request.url.split('?', 1)[0]!) : [];
    if (allowed.length === 0) return done();
    void reply.header('allow', allowed.join(', '));
    answerFrameworkError(commonErrors.METHOD_NOT_ALLOWED(), request, reply);
  });
}

/** Applies `@BodyLimit`, which Nest only passes on as configuration. */
function applyBodyLimits(instance: FastifyInstance): void {
  instance.addHook('onRoute', (route) => {
    route.bodyLimit = route.config?.bodyLimitBytes ?? route.bodyLimit;
  });
}

interface Observers {
  metrics: Metrics;
  tracing: Tracing;
  log: ReturnType<typeof createPino>;
  /** The address of the API that the documentation may call; undefined when it is the same. */
  apiOrigin: string | undefined;
}

/** Writes one log line, one measurement and one span for each request, and reads and returns the correlation id. */
function observeRequests(instance: FastifyInstance, { metrics, tracing, log, apiOrigin }: Observers): void {
  instance.addHook('onRequest', (request, reply, done) => {
    tracing.beginRequest(request.id, request.method, request.headers.traceparent);
    void reply.headers(securityHeaders(request.url, apiOrigin));
    void reply.header('x-correlation-id', request.id);
    done();
  });
  instance.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (tracing.isOn)
      tracing.endRequest(request.id, `${request.method} ${route}`, reply.statusCode, {
        'http.route': route,
        correlationId: request.id,
        ...callerOf(request),
      });
    if (!HEALTH_AND_METRICS.test(route)) {
      log.info(
        {
          correlationId: request.id,
          ...callerOf(request),
          method: request.method,
          route,
          status: reply.statusCode,
          durationMs: Math.round(reply.elapsedTime * 100) / 100,
        },
        'request',
      );
    }
    done();
  });
}

/** Institution and caller of a request, such as `api-client:k3…`; nothing of a request that was not admitted. */
function callerOf(request: AdmittedRequest): { institutionId: number; caller: string } | undefined {
  return request.user && { institutionId: request.user.institutionId, caller: actorName(request.user) };
}

/**
 * After the start of the shutdown each response closes its connection, also for requests in progress, so that no caller
 * meets a closed connection and no idle one keeps the process running.
 */
function endConnections(instance: FastifyInstance, shutdown: Shutdown): void {
  instance.addHook('onSend', (_request, reply, _payload, done) => {
    if (shutdown.hasBegun) void reply.header('connection', 'close');
    done();
  });
}

/**
 * In production health, metrics and documentation are served on the management port only. The check uses the matched
 * route, because an address can be written in many ways.
 */
function hideManagementRoutes(instance: FastifyInstance, managementPort: number): void {
  instance.addHook('onRequest', (request, reply, done) => {
    if (MANAGEMENT.test(request.routeOptions.url ?? '') && request.socket.localPort !== managementPort)
      reply.callNotFound();
    else done();
  });
}

/**
 * Builds the HTTP application around a root module, with the rules of requests and responses in
 * `docs/ARCHITECTURE.md#requests`.
 */
export async function createHttpApp(module: RootModule, config: AppConfig): Promise<NestFastifyApplication> {
  const log = logOf(config);
  const adapter = new EnvelopeAdapter({
    bodyLimit: config.bodyLimitBytes,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    connectionTimeout: IDLE_CONNECTION_MS,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    // Requests that still arrive on open connections are served while those close; the database is closed after them.
    return503OnClosing: false,
    http: {
      // Node would answer a missing Host header itself, without the envelope.
      requireHostHeader: false,
      requestTimeout: config.requestTimeoutMs,
      headersTimeout: config.headersTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS,
    },
    clientErrorHandler: refuseConnection,
    frameworkErrors: answerFrameworkError,
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) =>
      correlationIdFrom(request.headers['x-correlation-id']),
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
  });
  const app = await NestFactory.create<NestFastifyApplication>(module as never, adapter, {
    logger: new JsonLogger(log),
    bodyParser: false,
    abortOnError: false,
  });
  const instance = app.getHttpAdapter().getInstance();
  instance.setReplySerializer(jsonText);
  parseBodiesStrictly(instance);
  parseCsvBodies(instance);
  applyBodyLimits(instance);
  streamBodies(instance);
  observeRequests(instance, { metrics: app.get(Metrics), tracing: app.get(Tracing), log, apiOrigin: config.apiUrl });
  recordRequests(instance, app.get(RequestRecorder, { strict: false }));
  dropUnreadBodies(instance);
  endConnections(instance, app.get(Shutdown));
  limitWaitingMovements(instance, {
    capacity: app.get(MovementCapacity, { strict: false }),
    metrics: app.get(Metrics),
    correlationId: correlationIdFrom,
  });
  closeQuietConnections(instance.server);
  instance.server.maxConnections = config.connectionsMax;
  answerUnservedRequests(instance);
  if (config.managementPort !== undefined) hideManagementRoutes(instance, config.managementPort);
  if (config.documentationOrigins.length > 0) answerDocumentationOrigins(instance, config.documentationOrigins);
  answerWrongMethods(instance);
  admitBeforeBodies(instance, app.get(Admission, { strict: false }));
  answerUnreadableBodies(instance);
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new ErrorFilter());
  return app;
}

/**
 * The caller's `X-Correlation-Id` when it is usable, else a new one. It is passed on explicitly, as `request.id` and in
 * the `WriteRequest`, because AsyncLocalStorage adds a hook to every promise of the process on Node 20
 * (`docs/adr/0011-no-async-local-storage.md`).
 */
function correlationIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && CORRELATION_ID.test(header) ? header : randomUUID();
}
