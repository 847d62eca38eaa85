import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** The key under which `@ApiBody` of Nest stores its declaration; the package does not export it. */
const API_PARAMETERS = 'swagger/apiParameters';

/** The classes of what a route takes; undefined where it takes none, or a single text. */
export interface RequestShape {
  body: Type<unknown> | undefined;
  query: Type<unknown> | undefined;
  path: Type<unknown> | undefined;
}

/** The request classes of every route, by the name of the controller and of its method: `LoansController.add`. */
export function requestShapes(app: NestFastifyApplication): Map<string, RequestShape> {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  const shapes = new Map<string, RequestShape>();
  for (const { metatype } of controllers) {
    const prototype = (metatype as Type<unknown>).prototype as object;
    for (const method of Object.getOwnPropertyNames(prototype))
      shapes.set(`${metatype!.name}.${method}`, {
        body: classOf(prototype, method, RouteParamtypes.BODY) ?? declaredBody(prototype, method),
        query: classOf(prototype, method, RouteParamtypes.QUERY),
        path: classOf(prototype, method, RouteParamtypes.PARAM),
      });
  }
  return shapes;
}

/** The class of the argument of a kind, without a name of its own such as `@Query('page')`. */
function classOf(prototype: object, method: string, kind: RouteParamtypes): Type<unknown> | undefined {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, prototype.constructor, method) ?? {}) as Record<
    string,
    { index: number; data?: unknown }
  >;
  const argument = Object.entries(parameters).find(
    ([key, { data }]) => key.startsWith(`${kind}:`) && data === undefined,
  )?.[1];
  const types = Reflect.getMetadata('design:paramtypes', prototype, method) as Type<unknown>[] | undefined;
  const type = argument && types?.[argument.index];
  return type === String || type === Object ? undefined : type;
}

/** The class of `@ApiBody`, for a body that the method reads as a stream. */
function declaredBody(prototype: object, method: string): Type<unknown> | undefined {
  const handler = Object.getOwnPropertyDescriptor(prototype, method)?.value as object;
  const declared = Reflect.getMetadata(API_PARAMETERS, handler) as { in: string; type?: Type<unknown> }[] | undefined;
  return declared?.find((parameter) => parameter.in === 'body')?.type;
}
