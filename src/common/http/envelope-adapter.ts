import { StreamableFile } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { type Envelope, Outcome } from './outcome';
import { routeConfig } from './route-config';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@RawResponse`. */
    rawResponse?: boolean;
  }
}

/** Marks a route whose response is not an envelope, such as metrics. A `StreamableFile` needs no mark. */
export const RawResponse = (): MethodDecorator => routeConfig({ rawResponse: true });

/**
 * Puts every response into the envelope and sets the status of an `Outcome` where Nest passes responses to Fastify. An
 * interceptor would send each of them through a chain of observables (measured: 5 % of a transfer).
 */
export class EnvelopeAdapter extends FastifyAdapter {
  override reply(response: FastifyReply, body: unknown, statusCode?: number): ReturnType<FastifyAdapter['reply']> {
    if (body instanceof StreamableFile || response.request.routeOptions.config.rawResponse)
      return super.reply(response, body, statusCode);
    response.request.answer = body instanceof Outcome ? body.data : body;
    if (!(body instanceof Outcome)) return super.reply(response, succeeded(body), statusCode);
    if (body.meta.replayed) void response.header('idempotent-replayed', 'true');
    return super.reply(response, body.toEnvelope(), body.httpStatus);
  }
}

function succeeded(data: unknown): Envelope {
  return { status: true, message: 'Successful', data: data ?? {} };
}
