/** Address and credentials of a call: one institution's configuration of one function and provider. */
export interface GatewayTarget {
  institutionId: number;
  /** The provider's neutral name, such as `providerh`; the function's own name where it has only one provider. */
  provider: string;
  /** Address of the middleware; paths are appended to it. */
  baseUrl: string;
  /** Sent as `X-Gateway-Key`. */
  gatewayKey?: string;
  /** Headers of the provider's configuration. They never replace the gateway's own headers. */
  headers: Readonly<Record<string, string>>;
  /**
   * The provider's credentials in the form that the middleware expects; sent as `X-Provider-Auth`, base64url of the
   * JSON.
   */
  auth?: Readonly<Record<string, unknown>>;
}

/** One call to a provider. */
export interface GatewayRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Starts with `/` and is appended to the base URL as it is; build it from constants and `encodeURIComponent`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** Our reference, sent as `Idempotency-Key`: the middleware answers a repeated one with its first result. */
  idempotencyKey?: string;
  /** Milliseconds for the call, retries included; at most `GATEWAY_TIMEOUT_MS`, which is also the default. */
  timeoutMs?: number;
  /** True for calls that may be repeated without harm: reads and queries, never a payment. */
  idempotent: boolean;
  correlationId?: string;
}

/** The reason why a call certainly never reached the provider. */
export type NotSentReason =
  /** The address is private, or plain HTTP, and the configuration does not allow it. */
  | 'address-refused'
  /** The name does not resolve, or no connection could be made. */
  | 'no-connection'
  /** The provider failed so often that calls to it are suspended for a while. */
  | 'circuit-open'
  /** Too many calls to this provider are in progress. */
  | 'busy'
  /** The time was up before the call began. */
  | 'timeout';

/** The reason why the provider's action is unknown. */
export type UnknownReason =
  | 'timeout'
  /** The connection broke after the call began. */
  | 'connection-lost'
  /** Status 5xx or 408. */
  | 'server-error'
  /** Not a JSON object. */
  | 'unreadable'
  | 'too-large'
  | 'redirect';

/**
 * The outcome of a call, with the three cases that money code must distinguish:
 *
 * - `answered`: the provider sent a readable answer with status 2xx or 4xx. `openapi/gateway.json` defines its meaning.
 * - `not-sent`: nothing reached the provider, so nothing happened there.
 * - `unknown`: the provider may have acted. Query it; never assume a failure.
 */
export type GatewayAnswer =
  | { outcome: 'answered'; status: number; body: Readonly<Record<string, unknown>> }
  | { outcome: 'not-sent'; reason: NotSentReason }
  | { outcome: 'unknown'; reason: UnknownReason; status?: number };
