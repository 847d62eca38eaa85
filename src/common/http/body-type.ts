import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@Endpoint`: the class of the route's body; undefined for a route that takes none. */
    bodyType?: Type<unknown>;
  }
}

const BODY_ARGUMENT = `${RouteParamtypes.BODY}:`;

/**
 * The class of the `@Body()` of a controller's method.
 * @param prototype the prototype of the controller, as a method decorator gets it
 */
export function bodyTypeOf(prototype: object, method: string | symbol): Type<unknown> | undefined {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, prototype.constructor, method) as
    Record<string, { index: number }> | undefined;
  const body = Object.entries(parameters ?? {}).find(([key]) => key.startsWith(BODY_ARGUMENT))?.[1];
  const types = Reflect.getMetadata('design:paramtypes', prototype, method) as Type<unknown>[] | undefined;
  return body && types?.[body.index];
}
