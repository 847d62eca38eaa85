import { RequestMethod, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';
import { AUDITED_READ_METADATA } from '../../src/common/audit/audited-read';
import { bodyTypeOf } from '../../src/common/http/body-type';
import {
  type Access,
  ACCESS_METADATA,
  REFERENCE_METADATA,
  type ReferenceRule,
} from '../../src/common/http/endpoint.decorator';
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
  /** Its rule for the request reference. */
  reference: ReferenceRule;
  /** Class of its body, if it takes one. */
  bodyType: Type<unknown> | undefined;
  /** Whether it demands a recent proof of staff. */
  stepUp: boolean;
  /** Whether it takes a body of which nothing unknown is let pass. */
  hasStrictBody: boolean;
  /** Names of the parameters in its path and its query. */
  parameters: string[];
  /** Whether its reads are rows of the audit log. */
  isAuditedRead: boolean;
}

/** What Nest's own decorators leave at a class and its methods. */
const PATH = 'path';
const METHOD = 'method';

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

/** The validated fields of the classes that a method takes from the path and the query. */
function parametersOf(controller: object, prototype: object, name: string): string[] {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { index: number }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as (new () => unknown)[];
  const sources = [RouteParamtypes.PARAM, RouteParamtypes.QUERY].map((source) => `${source}:`);
  return Object.entries(declared)
    .filter(([key]) => sources.some((source) => key.startsWith(source)))
    .flatMap(([, { index }]) => getMetadataStorage().getTargetValidationMetadatas(types[index]!, '', false, false))
    .map(({ propertyName }) => propertyName);
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
      const bodyType = bodyTypeOf(prototype, name);
      const paths = pathsOf(metatype as object).flatMap((prefix) => pathsOf(handler).map((end) => joined(prefix, end)));
      return paths.map((path) => ({
        name: `${method} ${path}`,
        method,
        path,
        access,
        reference: (Reflect.getMetadata(REFERENCE_METADATA, handler) as ReferenceRule | undefined) ?? 'none',
        bodyType,
        hasStrictBody: bodyType !== undefined && !ignoresUnknownFields(bodyType),
        parameters: parametersOf(metatype as object, prototype, name),
        isAuditedRead: Reflect.hasMetadata(AUDITED_READ_METADATA, handler),
        stepUp: access.audience === 'staff' && access.stepUp === true,
      }));
    });
  });
}
