import { createHash, createHmac } from 'node:crypto';
import { cookieValues } from '../console/console-cookie';

/**
 * The cookie that binds a sign-in through the provider to the browser that began it. It is `Lax`, because the
 * provider's answer is a navigation from another site, and it comes to nothing but this host.
 */
export const OIDC_COOKIE = '__Host-corebank-oidc';

/** As long as the state is kept. */
const OIDC_VALID_SEC = 300;

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const TOKEN = /^[A-Za-z0-9_-]{20,60}$/;
const NEXT_MAX_LENGTH = 500;

/** A sign-in that has begun: its state, the secret of the browser, and the page to open afterwards. */
export interface BegunOidc {
  state: string;
  secret: string;
  /** An address below the console; begins with one slash. */
  next: string;
}

/** The value of `Set-Cookie` of a sign-in that begins. */
export function oidcCookie({ state, secret, next }: BegunOidc): string {
  const value = [state, secret, Buffer.from(next).toString('base64url')].join('.');
  return `${OIDC_COOKIE}=${value}; ${ATTRIBUTES}; Max-Age=${OIDC_VALID_SEC}`;
}

/** The value of `Set-Cookie` that takes it away. */
export const CLEARED_OIDC_COOKIE = `${OIDC_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

/** The sign-in that the browser has begun; undefined without the cookie, and where it is there twice or not ours. */
export function readOidcCookie(header: string | undefined): BegunOidc | undefined {
  const [value = '', ...others] = cookieValues(header, OIDC_COOKIE);
  const [state = '', secret = '', next = '', ...rest] = value.split('.');
  if (others.length > 0 || rest.length > 0 || !TOKEN.test(state) || !TOKEN.test(secret)) return undefined;
  return { state, secret, next: consolePath(Buffer.from(next, 'base64url').toString()) };
}

/**
 * A page of the console that a request names, or the first one: no other site, and nothing that a browser would read as
 * one.
 */
export function consolePath(next: string | undefined): string {
  const isPath =
    next !== undefined &&
    next.length <= NEXT_MAX_LENGTH &&
    /^\/(?![/\\])[A-Za-z0-9_\-./?=&%+,:~]*$/.test(next) &&
    !/\.\.|\/\/|%2e|%2f|%5c/i.test(next);
  return isPath ? next : '/';
}

/** The proof of PKCE, which only the browser's secret makes. */
export function verifierOf(secret: string): string {
  return createHmac('sha256', secret).update('verifier').digest('base64url');
}

/** The nonce that the provider must repeat in the identity token. */
export function nonceOf(secret: string): string {
  return createHash('sha256').update(`nonce ${secret}`).digest('base64url');
}
