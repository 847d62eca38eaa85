import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** An integrator's API client, from its verified token. */
export interface ClientActor {
  kind: 'api-client';
  institutionId: number;
  /** The public client id (`sub`). */
  id: string;
  /** The corporate account that the key is bound to, if any. */
  parentAccountNumber: string | undefined;
  /** Scopes of the client (`client-scopes.ts`). */
  scopes: ReadonlySet<string>;
}

/** A signed-in member of staff; of the kind `system`, the second person of the sandbox. */
export interface StaffActor {
  kind: 'staff' | 'system';
  institutionId: number;
  /** The staff id of the institution (`staffID`). */
  id: string;
  permissions: ReadonlySet<string>;
  /** The session that the token belongs to; undefined for staff who act without one, as the sandbox's second person. */
  sessionId?: number;
}

/** A provider's middleware that calls back, identified by its gateway key. */
export interface GatewayActor {
  kind: 'gateway';
  institutionId: number;
  /** The function it serves, such as `card`. */
  id: string;
}

/** A partner that calls a webhook, identified by the secret of the institution in the path. */
export interface WebhookActor {
  kind: 'webhook';
  institutionId: number;
  /** The partner, such as `recoverypartner`. */
  id: string;
}

export type Actor = ClientActor | StaffActor | GatewayActor | WebhookActor;

/**
 * The actor in maker, checker and audit columns: `api-client:ID`, `staff:ID`, `system:NAME`, `gateway:FUNCTION` or
 * `webhook:PARTNER`.
 */
export function actorName(actor: Actor): string {
  return `${actor.kind}:${actor.id}`;
}

function actorOf(context: ExecutionContext): Actor {
  const actor = context.switchToHttp().getRequest<FastifyRequest & { user?: Actor }>().user;
  if (!actor) throw new Error('A public route has no actor.');
  return actor;
}

/** The API client that calls a channel route. */
export const CurrentClient = createParamDecorator((_: unknown, context: ExecutionContext): ClientActor => {
  const actor = actorOf(context);
  if (actor.kind !== 'api-client') throw new Error('A channel route was called without an API client.');
  return actor;
});

/** The member of staff who calls an admin route. */
export const CurrentStaff = createParamDecorator((_: unknown, context: ExecutionContext): StaffActor => {
  const actor = actorOf(context);
  if (actor.kind !== 'staff') throw new Error('An admin route was called without a member of staff.');
  return actor;
});

/** The partner that calls a webhook. */
export const CurrentPartner = createParamDecorator((_: unknown, context: ExecutionContext): WebhookActor => {
  const actor = actorOf(context);
  if (actor.kind !== 'webhook') throw new Error('A webhook was called without a partner.');
  return actor;
});

/** The middleware that calls back. */
export const CurrentGateway = createParamDecorator((_: unknown, context: ExecutionContext): GatewayActor => {
  const actor = actorOf(context);
  if (actor.kind !== 'gateway') throw new Error('A callback was called without a gateway key.');
  return actor;
});
