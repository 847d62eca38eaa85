import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppError } from '../common/errors/app-error';

/** A request that the simulator refuses without doing anything. */
export class Refusal extends Error {
  constructor(
    readonly httpStatus: number,
    readonly responseCode: string,
    message: string,
  ) {
    super(message);
  }

  static conflict(): Refusal {
    return new Refusal(409, '94', 'The reference was used for another request.');
  }

  static notFound(message: string): Refusal {
    return new Refusal(404, '25', message);
  }
}

function statusOf(error: unknown): number {
  if (error instanceof AppError) return error.httpStatus;
  if (error instanceof HttpException) return error.getStatus();
  return (error as { statusCode?: number }).statusCode ?? 500;
}

/** Answers every failure with `responseCode` and `responseMessage`, as `openapi/gateway.json` requires. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    // A route may have named another type for its own answer.
    const reply = host.switchToHttp().getResponse<FastifyReply>().type('application/json; charset=utf-8');
    const responseMessage = error instanceof Error ? error.message : 'Failed';
    if (error instanceof Refusal)
      void reply.status(error.httpStatus).send({ responseCode: error.responseCode, responseMessage });
    else {
      const status = statusOf(error);
      void reply.status(status).send({ responseCode: status < 500 ? '30' : '96', responseMessage });
    }
  }
}
