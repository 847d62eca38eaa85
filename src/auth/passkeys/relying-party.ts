import { isIP } from 'node:net';

/** For whom passkeys are made: a host, and the one origin whose pages may use them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The relying party of a console. It comes from the configuration and never from a request, because whoever sends a
 * request chooses its `Host`.
 * @returns undefined without a console, and where its host is an address, for which browsers make no passkeys
 */
export function relyingParty(consoleOrigin: string | undefined): RelyingParty | undefined {
  if (consoleOrigin === undefined) return undefined;
  const { hostname } = new URL(consoleOrigin);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress ? undefined : { id: hostname, origin: consoleOrigin };
}

/** The handle by which a device remembers whose key it keeps: it names the rows of the institution and the member. */
export function userHandle(institutionId: number, staffId: number): Buffer {
  return Buffer.from(`${institutionId}.${staffId}`);
}

/** The rows that a handle names; undefined for a handle that is not ours. */
export function readUserHandle(handle: string): { institutionId: number; staffId: number } | undefined {
  const match = /^([1-9]\d{0,15})\.([1-9]\d{0,15})$/.exec(Buffer.from(handle, 'base64url').toString());
  return match ? { institutionId: Number(match[1]), staffId: Number(match[2]) } : undefined;
}

/** The challenge that a device says it has signed; undefined for text that no browser has made. */
export function signedChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' && challenge.length <= 60 ? challenge : undefined;
  } catch {
    return undefined;
  }
}
