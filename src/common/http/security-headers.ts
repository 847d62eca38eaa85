const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

/** Responses of the API are never a page and must not be cached. */
const API = {
  ...EVERYWHERE,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** The documentation is a page whose script is partly inline. It calls the API, which may have another address. */
function documentation(apiOrigin: string | undefined): Record<string, string> {
  const called = apiOrigin === undefined ? '' : ` ${apiOrigin}`;
  return {
    ...EVERYWHERE,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy':
      `default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; ` +
      `img-src 'self' data:; connect-src 'self'${called}; frame-ancestors 'none'`,
  };
}

/**
 * The response headers that restrict browsers. They are constants, because a library that builds them cost 4 % of a
 * transfer.
 */
export function securityHeaders(url: string, apiOrigin?: string): Record<string, string> {
  return url.startsWith('/docs') ? documentation(apiOrigin) : API;
}
