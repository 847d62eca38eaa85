import type { FastifyRequest } from 'fastify';
import type { SignInOrigin } from './commands/sign-in-staff';

/** The origin of a request by which somebody signs in, steps up or sets a password. */
export function originOf({ ip, id, headers }: FastifyRequest): SignInOrigin {
  return { source: ip, userAgent: headers['user-agent'] ?? '', correlationId: id };
}
