import type { FieldError } from '../rules/field-path';

interface Envelope {
  status: boolean;
  message: string;
  data?: unknown;
}

interface FailureData {
  statusCode?: string;
  errors?: FieldError[];
  /** Problems of a definition, by their position in it. */
  problems?: { position: string; reason: string }[];
}

/** A refusal or failure of the API, or a request that got no answer (`NO_ANSWER`). */
export class Problem extends Error {
  constructor(
    /** Status of HTTP; 0 without an answer. */
    readonly status: number,
    /** The stable code of the failure. */
    readonly code: string,
    message: string,
    readonly errors: FieldError[] = [],
    readonly correlationId: string | null = null,
    readonly data: unknown = null,
  ) {
    super(message);
    this.name = 'Problem';
  }

  /** True when it is unknown whether the request was carried out. */
  get isUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /**
   * True when the server has this answer, or another one, stored under the reference of the request. After any other
   * failure, an ended session or a twin in progress for example, an earlier try whose answer was lost may still count.
   */
  get isStored(): boolean {
    return this.status === 422 || this.code === 'DUPLICATE_REFERENCE';
  }
}

/** The failure of an answer; `text` is its body. */
export function problemOf(status: number, text: string, correlationId: string | null): Problem {
  const envelope = readEnvelope(text);
  const data = (envelope?.data ?? {}) as FailureData;
  // The message repeats the problems, which stand in a list of their own.
  const message = data.problems ? 'The definition is not valid.' : envelope?.message;
  return new Problem(
    status,
    data.statusCode ?? `HTTP_${status}`,
    message ?? 'The server answered in a way that the console does not understand.',
    data.errors ?? (data.problems ?? []).map(({ position, reason }) => ({ field: position, message: reason })),
    correlationId,
    envelope?.data ?? null,
  );
}

function readEnvelope(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
}

const NO_ANSWER = {
  read: 'The server gave no answer. Look at the connection, then try again.',
  repeatable:
    'The server gave no answer. It is not known whether the request was carried out. Send it again: it carries the same reference, so it cannot be done twice.',
  write:
    'The server gave no answer. It is not known whether the request was carried out. Look at what it was to change before you try again.',
};

/** The failure of a request without an answer. Only a write with a reference counts once however often it is sent. */
export function noAnswer(kind: keyof typeof NO_ANSWER): Problem {
  return new Problem(0, 'NO_ANSWER', NO_ANSWER[kind]);
}
