import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { AppConfig } from '../config/app-config';
import { Metrics } from '../metrics/metrics';
import { Tracing } from '../tracing/tracing';
import type { GatewayAnswer, GatewayRequest, GatewayTarget } from './gateway-call';
import { GatewayLane } from './gateway-lane';

const MAX_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;
/** Lanes that were not used for this long are closed. */
const MAX_LANES = 2_000;

/** Headers of the connection or the gateway, which a provider's configuration cannot set. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'keep-alive',
  'accept-encoding',
]);

/** All headers of a call; the gateway's own come last, so that no other header replaces them. */
export function headersOf(target: GatewayTarget, request: GatewayRequest): Record<string, string> {
  const configured = Object.entries(target.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    ...Object.fromEntries(configured.filter(([name]) => !OWN_HEADERS.has(name))),
    accept: 'application/json',
    ...(request.body ? { 'content-type': 'application/json' } : {}),
    ...(target.gatewayKey === undefined ? {} : { 'x-gateway-key': target.gatewayKey }),
    ...(target.auth ? { 'x-provider-auth': Buffer.from(JSON.stringify(target.auth)).toString('base64url') } : {}),
    ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
    ...(request.correlationId === undefined ? {} : { 'x-correlation-id': request.correlationId }),
  };
}

function dispatchOptions(url: URL, target: GatewayTarget, request: GatewayRequest): Dispatcher.DispatchOptions {
  const query = new URLSearchParams(request.query).toString();
  return {
    method: request.method,
    path: `${url.pathname.replace(/\/+$/, '')}${request.path}${query === '' ? '' : `?${query}`}`,
    headers: headersOf(target, request),
    ...(request.body ? { body: JSON.stringify(request.body) } : {}),
  };
}

/** True when another attempt may end better. A deliberate refusal would be repeated. */
function mayRetry(answer: GatewayAnswer): boolean {
  if (answer.outcome === 'unknown') return answer.reason !== 'redirect' && answer.reason !== 'too-large';
  return answer.outcome === 'not-sent' && answer.reason === 'no-connection';
}

/**
 * The only way to a provider's middleware (`openapi/gateway.json`): limited in time, size and connections, without
 * redirects, never to a private address unless allowed, and suspended while a provider keeps failing.
 *
 * No transaction may be open around a call.
 */
@Injectable()
export class GatewayClient implements OnApplicationShutdown {
  private readonly logger = new Logger(GatewayClient.name);
  private readonly lanes = new LRUCache<string, GatewayLane>({ max: MAX_LANES, dispose: (lane) => void lane.close() });

  constructor(
    private readonly config: AppConfig,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
  ) {}

  /** Throws for no failure of the provider or the network. */
  async call(target: GatewayTarget, request: GatewayRequest): Promise<GatewayAnswer> {
    const startedAt = performance.now();
    const answer = await this.traced(target, request, startedAt);
    const seconds = (performance.now() - startedAt) / 1000;
    this.metrics.gatewayCallDuration.observe({ provider: target.provider, outcome: answer.outcome }, seconds);
    if (answer.outcome !== 'answered') {
      const { institutionId, provider } = target;
      this.logger.warn(
        {
          institutionId,
          provider,
          method: request.method,
          path: request.path,
          correlationId: request.correlationId,
          ...answer,
        },
        'A provider gave no answer.',
      );
    }
    return answer;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.lanes.values()].map((lane) => lane.close()));
  }

  private traced(target: GatewayTarget, request: GatewayRequest, startedAt: number): Promise<GatewayAnswer> {
    const { institutionId, provider } = target;
    const { correlationId, method, path } = request;
    const parent = this.tracing.requestSpan(correlationId);
    const attributes = { institutionId, provider, 'http.request.method': method, 'url.path': path };
    return this.tracing.within('provider call', { parent, attributes }, async (span) => {
      const answer = await this.attempts(target, request, startedAt);
      span?.setAttribute('outcome', answer.outcome);
      return answer;
    });
  }

  private async attempts(target: GatewayTarget, request: GatewayRequest, startedAt: number): Promise<GatewayAnswer> {
    const url = new URL(target.baseUrl);
    const options = dispatchOptions(url, target, request);
    const lane = this.laneOf(target, url.origin);
    const deadline = startedAt + Math.min(request.timeoutMs ?? Infinity, this.config.gatewayTimeoutMs);
    let doubt: GatewayAnswer | undefined;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await lane.send(options, deadline - performance.now());
      // After an attempt that may have arrived, no later attempt can prove that nothing was sent.
      if (answer.outcome === 'unknown') doubt = answer;
      const pauseMs = Math.random() * FIRST_PAUSE_MS * 2 ** attempt;
      const isLast = !request.idempotent || attempt === MAX_ATTEMPTS || performance.now() + pauseMs >= deadline;
      if (isLast || !mayRetry(answer)) return answer.outcome === 'answered' ? answer : (doubt ?? answer);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  private laneOf({ institutionId, provider }: GatewayTarget, origin: string): GatewayLane {
    const key = `${institutionId}|${provider}|${origin}`;
    let lane = this.lanes.get(key);
    if (!lane) {
      lane = new GatewayLane(origin, { allowPrivateAddresses: this.config.gatewayAllowPrivateAddresses });
      this.lanes.set(key, lane);
    }
    return lane;
  }
}
