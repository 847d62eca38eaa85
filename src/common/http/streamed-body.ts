import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext, UnsupportedMediaTypeException } from '@nestjs/common';
import { routeConfig } from './route-config';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@StreamedBody`: the route reads its own body. */
    streamsBody?: boolean;
  }
}

/** The server chooses a parser by media type alone, so JSON that must not be parsed gets its own type. */
const STREAMED_JSON = 'application/x-streamed-json';
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Leaves a JSON body unread: the route takes it from `@BodyStream` as it arrives, and limits its size. */
export const StreamedBody = (): MethodDecorator => routeConfig({ streamsBody: true });

/** Parameter decorator of a `@StreamedBody` route: the request with its unread body. */
export const BodyStream = createParamDecorator(
  (_: unknown, context: ExecutionContext): IncomingMessage => context.switchToHttp().getRequest<FastifyRequest>().raw,
);

const renameType: onRequestHookHandler = (request, _reply, done) => {
  if (JSON_TYPE.test(request.headers['content-type'] ?? '')) request.headers['content-type'] = STREAMED_JSON;
  done();
};

/** Makes `@StreamedBody` work in an application. */
export function streamBodies(instance: FastifyInstance): void {
  instance.addContentTypeParser(STREAMED_JSON, (request, _payload, done) => {
    done(request.routeOptions.config.streamsBody ? null : new UnsupportedMediaTypeException(), undefined);
  });
  instance.addHook('onRoute', (route) => {
    if (route.config?.streamsBody) route.onRequest = [renameType];
  });
}
