import { RequestMethod } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type Access, ACCESS_METADATA, STEP_UP_METADATA } from '../../src/common/http/endpoint.decorator';
import { ignoresUnknownFields } from '../../src/common/http/ignore-unknown-fields.decorator';
import type { TestApp } from '../support/app';

/** A route as the program has it, documented or not. */
export interface CodedRoute {
  /** `POST /api/agent/v1/add` */
  name: string;
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  /** With its parameters as `:name`. */
  path: string;
  access: Access;
  /** Whether it demands a recent proof of staff. */
  stepUp: boolean;
  /** Whether it takes a body of which nothing unknown is let pass. */
  hasStrictBody: boolean;
}

/** What Nest's own decorators leave at a class and its methods. */
const PATH = 'path';
const METHOD = 'method';
const ARGUMENTS = '__routeArguments__';
const BODY_ARGUMENT = `${RouteParamtypes.BODY}:`;

function pathsOf(target: object): string[] {
  const path = Reflect.getMetadata(PATH, target) as string | string[] | undefined;
  return [path ?? ''].flat();
}

function joined(...parts: string[]): string {
  return `/${parts
    .flatMap((part) => part.split('/'))
    .filter((step) => step !== '')
    .join('/')}`;
}

/** Whether the method has a body parameter whose class refuses fields that it does not declare. */
function hasStrictBody(controller: object, prototype: object, name: string): boolean {
  const parameters = (Reflect.getMetadata(ARGUMENTS, controller, name) ?? {}) as Record<string, { index: number }>;
  const body = Object.entries(parameters).find(([key]) => key.startsWith(BODY_ARGUMENT))?.[1];
  const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as (new () => unknown)[];
  const type = body && types[body.index];
  return type !== undefined && !ignoresUnknownFields(type);
}

/** Every route of the running program, read from its controllers. */
export function codedRoutes({ app }: TestApp): CodedRoute[] {
  const [discovery, scanner] = [app.get(DiscoveryService, { strict: false }), new MetadataScanner()];
  return discovery.getControllers().flatMap(({ metatype }) => {
    const prototype = (metatype as { prototype: Record<string, object> }).prototype;
    const names = scanner.getAllMethodNames(prototype).filter((name) => Reflect.hasMetadata(PATH, prototype[name]!));
    return names.flatMap((name) => {
      const handler = prototype[name]!;
      const method = RequestMethod[Reflect.getMetadata(METHOD, handler) as number] as CodedRoute['method'];
      const access = Reflect.getMetadata(ACCESS_METADATA, handler) as Access;
      const paths = pathsOf(metatype as object).flatMap((prefix) => pathsOf(handler).map((end) => joined(prefix, end)));
      return paths.map((path) => ({
        name: `${method} ${path}`,
        method,
        path,
        access,
        stepUp: Reflect.getMetadata(STEP_UP_METADATA, handler) === true,
        hasStrictBody: hasStrictBody(metatype as object, prototype, name),
      }));
    });
  });
}
