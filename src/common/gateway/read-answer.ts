import type { GatewayAnswer } from './gateway-call';

const REQUEST_TIMEOUT = 408;

function parseObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a complete HTTP response. Only 2xx and 4xx with a JSON object count as an answer: a 5xx may come after the work
 * was done, and an error page of a proxy is not the provider's answer.
 */
export function readAnswer(status: number, bytes: Buffer): GatewayAnswer {
  if (status >= 500 || status === REQUEST_TIMEOUT) return { outcome: 'unknown', reason: 'server-error', status };
  if (status >= 300 && status < 400) return { outcome: 'unknown', reason: 'redirect', status };
  const body = parseObject(bytes);
  return body === undefined
    ? { outcome: 'unknown', reason: 'unreadable', status }
    : { outcome: 'answered', status, body };
}
