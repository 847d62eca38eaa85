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

export type Actor = ClientActor | StaffActor;

/** How an actor is written in maker, checker and audit columns: `api-client:ID` or `staff:ID`. */
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
  if (actor.kind !== 'api-client') throw new Error('A channel route was reached by a member of staff.');
  return actor;
});

/** The member of staff behind an admin route. */
export const CurrentStaff = createParamDecorator((_: unknown, context: ExecutionContext): StaffActor => {
  const actor = actorOf(context);
  if (actor.kind !== 'staff') throw new Error('An admin route was reached by an API client.');
  return actor;
});
