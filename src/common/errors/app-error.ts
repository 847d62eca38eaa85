/** Additional facts of a failure for the caller; they stand beside `statusCode` in the envelope's `data`. */
export type ErrorDetails = Record<string, unknown>;

/**
 * A failure for the caller: an HTTP status, a stable code and a sentence that says what is wrong and what to do.
 * Make one through a module's catalogue (`defineErrors`), so that every code is documented.
 */
export class AppError extends Error {
  constructor(
    readonly code: string,
    readonly httpStatus: number,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    // A refusal is an ordinary answer: its stack is never shown, and capturing it costs more than the refusal.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'AppError';
  }
}

/** One row of a module's catalogue. A call may replace the message with one that names the values. */
export interface ErrorDefinition {
  httpStatus: number;
  message: string;
  /** Seconds after which the same request may succeed, where that is not the usual second of a 503. */
  retryAfterSec?: number;
}

/** A catalogue entry: call it to make the error, read it to document it. */
export interface ErrorFactory extends ErrorDefinition {
  (message?: string, details?: ErrorDetails): AppError;
  readonly code: string;
}

/**
 * Declares a module's error catalogue: `defineErrors({ ACCOUNT_CLOSED: { httpStatus: 409, message: '…' } })`.
 * The key is the stable code in `data.statusCode`.
 */
export function defineErrors<Codes extends string>(
  definitions: Record<Codes, ErrorDefinition>,
): Record<Codes, ErrorFactory> {
  const catalogue = {} as Record<Codes, ErrorFactory>;
  for (const code of Object.keys(definitions) as Codes[]) {
    const { httpStatus, message, retryAfterSec } = definitions[code];
    const known: ErrorDetails = retryAfterSec === undefined ? {} : { retryAfterSec };
    const make = (text?: string, details?: ErrorDetails): AppError =>
      new AppError(code, httpStatus, text ?? message, { ...known, ...details });
    catalogue[code] = Object.assign(make, { code, httpStatus, message });
  }
  return catalogue;
}
