import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { type Envelope, Outcome } from './outcome';

/** Set on routes that answer something else than the envelope: health and metrics. */
export const RAW_RESPONSE_METADATA = 'corebank:raw-response';

/** Puts every answer into the envelope and sets the status of an `Outcome`. */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    if (Reflect.getMetadata(RAW_RESPONSE_METADATA, context.getHandler())) return next.handle();
    return next.handle().pipe(map((answer) => this.envelope(context, answer)));
  }

  private envelope(context: ExecutionContext, answer: unknown): Envelope {
    if (!(answer instanceof Outcome)) return { status: true, message: 'Successful', data: answer ?? {} };
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    void reply.status(answer.httpStatus);
    if (answer.traits.replayed) void reply.header('idempotent-replayed', 'true');
    return answer.toEnvelope();
  }
}
