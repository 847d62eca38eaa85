import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from './actor';
import type { Access } from './endpoint.decorator';
import { assertDryRunPossible } from './requested-dry-run';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@Endpoint`: the callers of the route. */
    access?: Access;
  }

  interface FastifyRequest {
    /** The declaration by which the caller was admitted; undefined before. */
    admittedBy?: Access;
  }
}

/** A request on its way to the caller that `admit` finds. */
export type AdmittedRequest = FastifyRequest & { user?: Actor };

/** Decides who may call a route. Declared here and provided by the module `auth`. */
export abstract class Admission {
  /**
   * Authenticates the caller, sets the actor of the request and counts the request towards its limits. It runs before
   * the body is read, so that only callers who may use a route can make the server read and parse anything.
   * @throws the errors that follow from the access of a route
   */
  abstract admit(request: AdmittedRequest, reply: FastifyReply, access: Access): Promise<void>;
}

/** Admits callers before their bodies are read. Nest runs its guards after it, when the body has been parsed. */
export function admitBeforeBodies(instance: FastifyInstance, admission: Admission): void {
  // One shape for all requests, because the server adds the property to each of them.
  instance.decorateRequest('admittedBy');
  instance.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config;
    if (access === undefined) return;
    await admission.admit(request, reply, access);
    assertDryRunPossible(request);
    request.admittedBy = access;
  });
}
