import type { FastifyRequest } from 'fastify';

/** The origin of an attempt. */
export interface SignInOrigin {
  /** IP address of the caller. */
  source: string;
  userAgent: string;
  correlationId: string;
}

/** The origin of a request by which somebody signs in, steps up or sets a password. */
export function originOf({ ip, id, headers }: FastifyRequest): SignInOrigin {
  return { source: ip, userAgent: headers['user-agent'] ?? '', correlationId: id };
}
