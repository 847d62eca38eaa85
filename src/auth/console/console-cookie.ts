/**
 * The cookie that carries the token of a console session. The prefix makes browsers refuse it from other hosts, over
 * plain HTTP, and for a part of the site only (docs/api/staff-sessions.md#console).
 */
export const CONSOLE_COOKIE = '__Host-corebank-staff';

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The value of `Set-Cookie` that gives a browser its token, until the browser is closed. */
export function consoleCookie(token: string): string {
  return `${CONSOLE_COOKIE}=${token}; ${ATTRIBUTES}`;
}

/** The value of `Set-Cookie` that takes the token away. */
export const CLEARED_CONSOLE_COOKIE = `${CONSOLE_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

/**
 * The values of one cookie in a `Cookie` header. There are several when a browser holds cookies of one name for
 * several paths or domains; which of them is ours cannot be known then.
 */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((part) => {
    const at = part.indexOf('=');
    return at > 0 && part.slice(0, at).trim() === name ? [part.slice(at + 1).trim()] : [];
  });
}

/** The token in the cookie of a request; null without the cookie, and where it is there twice. */
export function consoleToken(header: string | undefined): string | null {
  const [token, ...others] = cookieValues(header, CONSOLE_COOKIE);
  return token === undefined || token === '' || others.length > 0 ? null : token;
}
