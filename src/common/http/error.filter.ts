import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error';
import { commonErrors } from '../errors/common.errors';
import { classifyDatabaseFailure } from '../errors/database-error';
import { JsonTextError } from './json-text-error';
import type { Envelope } from './outcome';
import { securityHeaders } from './security-headers';
import { validationFailed } from './validation.pipe';

const RETRY_AFTER_SEC = 1;

/** The machine has no disk space or file descriptors for now. */
const MACHINE_EXHAUSTED = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']);

/** The envelope errors for the framework's own failures. */
function fromHttpStatus(httpStatus: number): AppError {
  switch (httpStatus) {
    case 401:
      return commonErrors.UNAUTHORIZED();
    case 403:
      return commonErrors.PERMISSION_DENIED();
    case 404:
      return commonErrors.NOT_FOUND();
    case 405:
      return commonErrors.METHOD_NOT_ALLOWED();
    case 413:
      return commonErrors.PAYLOAD_TOO_LARGE();
    case 415:
      return commonErrors.UNSUPPORTED_MEDIA_TYPE();
    case 503:
      return commonErrors.SERVICE_UNAVAILABLE();
    default:
      return httpStatus < 500
        ? commonErrors.VALIDATION_FAILED('The request is malformed.', { errors: [] })
        : commonErrors.INTERNAL_ERROR();
  }
}

/** Converts anything thrown into a typed failure; an unknown failure becomes a 500 without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof JsonTextError) {
    return validationFailed([{ field: error.path ?? 'body', message: error.message }]);
  }
  if (error instanceof HttpException) return fromHttpStatus(error.getStatus());
  const framework = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  if (
    typeof framework.statusCode === 'number' &&
    typeof framework.code === 'string' &&
    framework.code.startsWith('FST_')
  ) {
    return fromHttpStatus(framework.statusCode);
  }
  if (MACHINE_EXHAUSTED.has(String(framework.code)) || classifyDatabaseFailure(error) === 'unavailable')
    return commonErrors.SERVICE_UNAVAILABLE();
  return commonErrors.INTERNAL_ERROR();
}

/** Answers every failure in the envelope: `{ status: false, message, data: { statusCode, … } }`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const failure = toAppError(error);
    if (failure.httpStatus >= 500 && !(error instanceof AppError))
      this.logger.error({ err: error, correlationId: reply.request.id }, 'A request failed.');
    const retryAfterSec = failure.details.retryAfterSec ?? (failure.httpStatus === 503 ? RETRY_AFTER_SEC : undefined);
    if (typeof retryAfterSec === 'number') void reply.header('retry-after', String(retryAfterSec));
    const envelope = envelopeOf(failure);
    reply.request.answer = envelope.data;
    void reply.status(failure.httpStatus).send(envelope);
  }
}

function envelopeOf({ message, code, details }: AppError): Envelope {
  return { status: false, message, data: { statusCode: code, ...details } };
}

/** Answers failures before routing, such as an address that cannot be decoded; no hook and no filter runs for them. */
export function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toAppError(error);
  void reply
    .headers({ ...securityHeaders(''), 'x-correlation-id': request.id })
    .status(failure.httpStatus)
    .send(envelopeOf(failure));
}
