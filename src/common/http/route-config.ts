import 'reflect-metadata';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const METADATA = 'corebank:route-config';

/**
 * Method decorator that adds to the configuration that Fastify's hooks read of a route. Nest's own decorator replaces
 * what another one has set.
 */
export function routeConfig(added: Partial<FastifyContextConfig>): MethodDecorator {
  return (target, key, descriptor) => {
    const handler = descriptor.value as object;
    const known = Reflect.getMetadata(METADATA, handler) as Partial<FastifyContextConfig> | undefined;
    const config = { ...known, ...added };
    Reflect.defineMetadata(METADATA, config, handler);
    RouteConfig(config)(target, key, descriptor);
  };
}
