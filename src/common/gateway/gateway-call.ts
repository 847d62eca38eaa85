/** Where a call goes and as whom: one institution's configuration of one function and provider. */
export interface GatewayTarget {
  institutionId: number;
  /** The provider's neutral name, such as `providerh`; the function's own name where it has one provider only. */
  provider: string;
  /** Address of the middleware; paths are appended to it. */
  baseUrl: string;
  /** Sent as `X-Gateway-Key`. */
  gatewayKey?: string;
  /** Headers of the provider's configuration. They never replace the gateway's own. */
  headers: Readonly<Record<string, string>>;
  /** The provider's credentials in the shape the middleware expects; sent as `X-Provider-Auth`, base64url of the JSON. */
  auth?: Readonly<Record<string, unknown>>;
}

/** One call to a provider. */
export interface GatewayRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Starts with `/`; built from constants and `encodeURIComponent`, because it is appended to the base URL as it is. */
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** Our reference, sent as `Idempotency-Key`: the middleware answers a repeated one with its first result. */
  idempotencyKey?: string;
  /** For everything, retries included; never more than the configured `GATEWAY_TIMEOUT_MS`, which is also the default. */
  timeoutMs?: number;
  /** Whether the call may be repeated without harm: reads and queries, never a payment. */
  idempotent: boolean;
  correlationId?: string;
}

/** Why a call certainly never reached the provider. */
export type NotSentReason =
  /** The address is private, or plain HTTP, and the configuration does not allow it. */
  | 'address-refused'
  /** The name does not resolve, or no connection could be made. */
  | 'no-connection'
  /** The provider failed so often lately that it is left alone for a while. */
  | 'circuit-open'
  /** Too many calls to this provider are under way. */
  | 'busy'
  /** The time was up before the call began. */
  | 'timeout';

/** Why nobody knows what the provider did. */
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
 * What came of a call, so that money code can tell the three cases apart:
 *
 * - `answered`: the provider said something readable, with status 2xx or 4xx. What it means is in the contract.
 * - `not-sent`: nothing reached the provider, so nothing happened there.
 * - `unknown`: it may have happened. Ask the provider; never assume a failure.
 */
export type GatewayAnswer =
  | { outcome: 'answered'; status: number; body: Readonly<Record<string, unknown>> }
  | { outcome: 'not-sent'; reason: NotSentReason }
  | { outcome: 'unknown'; reason: UnknownReason; status?: number };
