import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** An integrator's API client, as its verified token names it. */
export interface ClientActor {
  kind: 'api-client';
  institutionId: number;
  /** The public client id (`sub`). */
  id: string;
  /** The corporate account the key is bound to, when it is. */
  parentAccountNumber: string | undefined;
}

/** A signed-in member of staff. */
export interface StaffActor {
  kind: 'staff';
  institutionId: number;
  /** The staff id of the institution (`staffID`). */
  id: string;
  permissions: ReadonlySet<string>;
}

/** A provider's middleware that calls back, as its gateway key names it. */
export interface GatewayActor {
  kind: 'gateway';
  institutionId: number;
  /** The function it serves, such as `card`. */
  id: string;
}

/** A partner that calls a webhook, as the secret of the institution in the path lets it. */
export interface WebhookActor {
  kind: 'webhook';
  institutionId: number;
  /** The partner, such as `recoverypartner`. */
  id: string;
}

export type Actor = ClientActor | StaffActor | GatewayActor | WebhookActor;

/** How an actor is written in maker, checker and audit columns: `api-client:ID`, `staff:ID`, `gateway:FUNCTION` or `webhook:PARTNER`. */
export function actorName(actor: Actor): string {
  return `${actor.kind}:${actor.id}`;
}

function actorOf(context: ExecutionContext): Actor {
  const actor = context.switchToHttp().getRequest<FastifyRequest & { user?: Actor }>().user;
  if (!actor) throw new Error('An actor was asked for on a public route.');
  return actor;
}

/** The API client behind a channel route. */
export const CurrentClient = createParamDecorator((_: unknown, context: ExecutionContext): ClientActor => {
  const actor = actorOf(context);
  if (actor.kind !== 'api-client') throw new Error('A channel route was reached by somebody else.');
  return actor;
});

/** The member of staff behind an admin route. */
export const CurrentStaff = createParamDecorator((_: unknown, context: ExecutionContext): StaffActor => {
  const actor = actorOf(context);
  if (actor.kind !== 'staff') throw new Error('An admin route was reached by somebody else.');
  return actor;
});

/** The partner behind a webhook. */
export const CurrentPartner = createParamDecorator((_: unknown, context: ExecutionContext): WebhookActor => {
  const actor = actorOf(context);
  if (actor.kind !== 'webhook') throw new Error('A webhook was reached by somebody else.');
  return actor;
});

/** The middleware behind a callback. */
export const CurrentGateway = createParamDecorator((_: unknown, context: ExecutionContext): GatewayActor => {
  const actor = actorOf(context);
  if (actor.kind !== 'gateway') throw new Error('A callback was reached by somebody with a token.');
  return actor;
});
