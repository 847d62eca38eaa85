import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { AppConfig } from '../config/app-config';
import { maskCardNumbers } from './mask-card-numbers';
import { terminalDestination } from './terminal-lines';

/** Names whose values are never logged, at the top level or one or two levels down. */
const SECRET_KEYS = [
  'authorization',
  'password',
  'clientSecret',
  'accessToken',
  'token',
  'secret',
  'pin',
  'otp',
  'apiKey',
  'newPassword',
  'currentPassword',
  'cardPan',
  'maskedPan',
  'bvn',
  'nin',
  'amlApprovalReference',
  'accountNumber',
  'debitAccount',
  'creditAccount',
  'phoneNumber',
  'email',
  'recipient',
  'subject',
  'body',
];

/** An error without its further properties: a failed statement carries the values it was to store. */
function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause instanceof Error ? { cause: loggedError(cause) } : {}),
  };
}

/**
 * A pino logger that redacts secrets, account data and messages. A line about a request has its `correlationId`.
 * @param destination standard output when absent.
 */
export function createPino(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: loggedError },
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: maskCardNumbers },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Where Nest tells of a start that failed; the program says why itself, in one sentence. */
const SAID_BY_THE_PROGRAM = new Set<unknown>(['ExceptionHandler', 'NestApplication']);

/** The log of a process on its standard output, in the format of its configuration. */
export function logOf({ logLevel, logFormat }: Pick<AppConfig, 'logLevel' | 'logFormat'>): Logger {
  return logFormat === 'terminal'
    ? createPino(
        logLevel,
        terminalDestination((text) => process.stdout.write(text)),
      )
    : createPino(logLevel);
}

/** Makes Nest and every `Logger` write through pino. The first argument may be a text or an object of fields. */
export class JsonLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest passes the context last, after an optional text or stack. */
  private write(
    level: 'info' | 'warn' | 'error' | 'fatal' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.at(-1);
    if (level === 'error' && SAID_BY_THE_PROGRAM.has(context)) return;
    const extra = rest.slice(0, -1).filter((part) => part !== undefined);
    if (message instanceof Error) this.pino[level]({ context, err: message }, message.message);
    else if (typeof message === 'object' && message !== null)
      this.pino[level]({ context, ...message }, typeof extra[0] === 'string' ? extra[0] : '');
    else this.pino[level](extra.length > 0 ? { context, detail: extra } : { context }, String(message));
  }
}
