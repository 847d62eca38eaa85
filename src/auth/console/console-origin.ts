/** Header by which the console's own script marks its writes. No form and no link of another page can send it. */
const CONSOLE_HEADER = 'x-corebank-console';

/** Header of requests that no person caused, such as polling: they do not count as use of the session. */
export const BACKGROUND_HEADER = 'x-background';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The facts of a request by which it is judged. */
export interface ConsoleRequest {
  method: string;
  /** `https` also behind a trusted proxy that has ended TLS. */
  protocol: string;
  /** Host and port as the caller named them. */
  host: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** True for a host name of this machine, where browsers treat plain HTTP like TLS. */
function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname.toLowerCase());
}

function hostnameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
}

function isPrivate({ protocol, host }: ConsoleRequest): boolean {
  return protocol === 'https' || isLoopbackHost(hostnameOf(host));
}

function isRead({ method }: ConsoleRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Fetch Metadata says where a request comes from. `none` is a person's own doing, such as an address that was typed:
 * enough to read.
 */
function isFromOwnPage(request: ConsoleRequest, consoleOrigin: string | undefined): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isRead(request));
  if (origin === undefined) return isRead(request);
  return origin === consoleOrigin || origin === `${request.protocol}://${request.host}`;
}

/**
 * Why a request with the cookie, or one that asks for it, is refused (docs/api/staff-sessions.md#cross-site-requests).
 * @returns undefined for a request that is in order
 */
export function consoleViolation(request: ConsoleRequest, consoleOrigin: string | undefined): string | undefined {
  if (!isPrivate(request))
    return (
      'The console is used over TLS, except on localhost: call this address with https. Behind a proxy that ends TLS ' +
      'set TRUST_PROXY, so that its X-Forwarded-Proto counts.'
    );
  if (!isFromOwnPage(request, consoleOrigin))
    return (
      'The request does not come from a page of the console: it needs Sec-Fetch-Site: same-origin, which browsers ' +
      'send, or else the Origin of the console.'
    );
  if (!isRead(request) && request.headers[CONSOLE_HEADER] !== '1')
    return `A write with the cookie of the console needs the header ${CONSOLE_HEADER}: 1.`;
  return undefined;
}
