import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ExponentialBackoff,
  handleWhenResult,
  isBrokenCircuitError,
  noJitterGenerator,
  SamplingBreaker,
} from 'cockatiel';
import { type Dispatcher, Pool } from 'undici';
import { exchange } from './exchange';
import type { GatewayAnswer } from './gateway-call';
import { guardedConnector } from './guarded-connector';

/** The connections of one provider; a provider that hangs blocks only these. */
const CONNECTIONS = 16;
/** Calls in progress or waiting for a connection; further calls are refused at once. */
const MAX_CALLS = 64;
const CONNECT_TIMEOUT_MS = 5_000;

/** Opens when more than half of at least `minimumCalls` calls of the window failed. */
export interface BreakerOptions {
  windowMs: number;
  minimumCalls: number;
  /** Milliseconds for which calls are suspended at first; doubles up to a minute while the provider keeps failing. */
  restMs: number;
}

const BREAKER: BreakerOptions = { windowMs: 30_000, minimumCalls: 10, restMs: 5_000 };
const LONGEST_REST_MS = 60_000;

/** True when an outcome counts against the provider's health. Calls that the gateway refuses itself do not. */
function isFailure(answer: unknown): boolean {
  const { outcome, reason } = answer as { outcome: GatewayAnswer['outcome']; reason?: string };
  return outcome === 'unknown' || (outcome === 'not-sent' && reason !== 'address-refused' && reason !== 'busy');
}

function newBreaker({ windowMs, minimumCalls, restMs }: BreakerOptions): CircuitBreakerPolicy {
  return circuitBreaker(handleWhenResult(isFailure), {
    breaker: new SamplingBreaker({ threshold: 0.5, duration: windowMs, minimumRps: minimumCalls / (windowMs / 1000) }),
    halfOpenAfter: new ExponentialBackoff({
      generator: noJitterGenerator,
      initialDelay: restMs,
      maxDelay: LONGEST_REST_MS,
    }),
  });
}

/** The connections and the circuit breaker of one institution's provider at one address. */
export class GatewayLane {
  private readonly pool: Pool;
  private readonly breaker: CircuitBreakerPolicy;
  private calls = 0;

  constructor(origin: string, options: { allowPrivateAddresses: boolean; breaker?: BreakerOptions }) {
    const connect = guardedConnector({
      allowPrivateAddresses: options.allowPrivateAddresses,
      timeoutMs: CONNECT_TIMEOUT_MS,
    });
    // The total time is limited by the exchange itself.
    this.pool = new Pool(origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      connect,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.breaker = newBreaker(options.breaker ?? BREAKER);
  }

  /** One attempt. */
  async send(options: Dispatcher.DispatchOptions, timeoutMs: number): Promise<GatewayAnswer> {
    if (this.calls >= MAX_CALLS) return { outcome: 'not-sent', reason: 'busy' };
    // The library would let other calls wait for the one that tests the provider.
    if (this.breaker.state === CircuitState.HalfOpen) return { outcome: 'not-sent', reason: 'circuit-open' };
    this.calls += 1;
    try {
      return await this.breaker.execute(() => exchange(this.pool, options, timeoutMs));
    } catch (error) {
      if (isBrokenCircuitError(error)) return { outcome: 'not-sent', reason: 'circuit-open' };
      throw error;
    } finally {
      this.calls -= 1;
    }
  }

  /** Resolves when the calls in progress have ended. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
