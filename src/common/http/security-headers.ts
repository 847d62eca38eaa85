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

/** The address below which the staff's console is. */
export const CONSOLE_PREFIX = '/console/';

/**
 * The Content-Security-Policy of the console's pages: scripts, pictures and calls of this address only, no inline
 * script, and style sheets of its own or with the nonce of the page.
 */
export function consolePolicy(nonce?: string): string {
  const style = nonce === undefined ? `'self'` : `'self' 'nonce-${nonce}'`;
  return (
    `default-src 'none'; script-src 'self'; style-src ${style}; img-src 'self' data: blob:; font-src 'self'; ` +
    `connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; ` +
    `require-trusted-types-for 'script'; trusted-types 'none'`
  );
}

const CONSOLE = {
  ...EVERYWHERE,
  'content-security-policy': consolePolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), ' +
    'publickey-credentials-create=(self), publickey-credentials-get=(self)',
};

/**
 * The response headers that restrict browsers. They are constants, because a library that builds them cost 4 % of a
 * transfer.
 */
export function securityHeaders(url: string, apiOrigin?: string): Record<string, string> {
  if (url.startsWith(CONSOLE_PREFIX)) return CONSOLE;
  return url.startsWith('/docs') ? documentation(apiOrigin) : API;
}
