import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext, UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { commonErrors } from '../errors/common.errors';
import { jsonRulesOf } from './json-rules';
import type { JsonRules } from './json-scan';
import { routeConfig } from './route-config';

/** Reads the body of a request as it arrives. @returns the value that the route gets as its body */
export type BodyReader = (request: FastifyRequest, rules: JsonRules | undefined) => Promise<unknown>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@StreamedBody`: the route reads its own body. */
    streamsBody?: boolean;
    /** Set by `@ReadBodyWith`: reads the body instead of the parser of other bodies. */
    readBody?: BodyReader;
  }
}

/** The server chooses a parser by media type alone, so JSON that must not be parsed gets its own type. */
const STREAMED_JSON = 'application/x-streamed-json';
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Leaves a JSON body unread: the route takes it from `@BodyStream` as it arrives, and limits its size. */
export const StreamedBody = (): MethodDecorator => routeConfig({ streamsBody: true });

/** Gives a route another reader of JSON bodies, which limits their size. */
export const ReadBodyWith = (readBody: BodyReader): MethodDecorator => routeConfig({ readBody });

/** Parameter decorator of a `@StreamedBody` route: the request with its unread body. */
export const BodyStream = createParamDecorator(
  (_: unknown, context: ExecutionContext): IncomingMessage => context.switchToHttp().getRequest<FastifyRequest>().raw,
);

const renameType: onRequestHookHandler = (request, _reply, done) => {
  if (JSON_TYPE.test(request.headers['content-type'] ?? '')) request.headers['content-type'] = STREAMED_JSON;
  done();
};

/** Makes `@StreamedBody` and `@ReadBodyWith` work in an application. */
export function streamBodies(instance: FastifyInstance): void {
  instance.addContentTypeParser(STREAMED_JSON, async (request: FastifyRequest) => {
    const { streamsBody, readBody, bodyType } = request.routeOptions.config;
    if (readBody) return readBody(request, bodyType && jsonRulesOf(bodyType));
    if (!streamsBody) throw new UnsupportedMediaTypeException();
    return undefined;
  });
  instance.addHook('onRoute', (route) => {
    if (route.config?.streamsBody || route.config?.readBody) route.onRequest = [renameType];
  });
}

/**
 * Passes a body on piece by piece, and stops at the first error without cutting the connection, so that the caller gets
 * the answer.
 * @throws PAYLOAD_TOO_LARGE (413), VALIDATION_FAILED (400) for a body that breaks off, and what `take` throws
 */
export function readPieces(request: IncomingMessage, maxBytes: number, take: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let sizeBytes = 0;
    const end = (error?: Error): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose).pause();
      if (error === undefined) resolve();
      else reject(error);
    };
    const onEnd = (): void => end();
    const onClose = (): void => end(commonErrors.VALIDATION_FAILED('The body broke off.', { errors: [] }));
    const onData = (piece: Buffer): void => {
      sizeBytes += piece.length;
      try {
        if (sizeBytes > maxBytes) throw commonErrors.PAYLOAD_TOO_LARGE();
        take(piece);
      } catch (error) {
        end(error as Error);
      }
    };
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return end(commonErrors.PAYLOAD_TOO_LARGE());
    request.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose);
  });
}
