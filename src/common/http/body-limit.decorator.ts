import { routeConfig } from './route-config';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@BodyLimit`; `createHttpApp` makes it the route's own body limit. */
    bodyLimitBytes?: number;
  }
}

/** Gives one route another body limit than the server's, for bodies that carry files. */
export const BodyLimit = (bodyLimitBytes: number): MethodDecorator => routeConfig({ bodyLimitBytes });
