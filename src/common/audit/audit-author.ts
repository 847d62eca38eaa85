import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Actor, actorName } from '../http/actor';
import type { AuditAuthor } from './audit-log';

/** The caller of a route as the audit log names it. */
export function authorOf(user: Actor, { id: correlationId, ip: address }: FastifyRequest): AuditAuthor {
  const author: AuditAuthor = { institutionId: user.institutionId, actor: actorName(user), correlationId, address };
  return user.kind === 'staff' && user.sessionId !== undefined ? { ...author, sessionId: user.sessionId } : author;
}

/** Parameter decorator of a route that is audited and has no request reference, because its answer is not stored. */
export const Author = createParamDecorator((_: unknown, context: ExecutionContext): AuditAuthor => {
  const request = context.switchToHttp().getRequest<FastifyRequest & { user?: Actor }>();
  if (!request.user) throw new Error('A public route has no author.');
  return authorOf(request.user, request);
});
