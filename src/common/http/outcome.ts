/** The body of every response (docs/api/conventions.md#envelope). */
export interface Envelope<Data = unknown> {
  status: boolean;
  message: string;
  data: Data;
}

/** Facts about an answer that are not part of its body. */
interface OutcomeMeta {
  /** True when a repeated request is answered from its claim. */
  replayed?: boolean;
  /** True when the body contains a secret: its stored copy is then sealed. */
  confidential?: boolean;
}

/**
 * The answer of a handler that gives more than data: an HTTP status, a message, or the mark of a replay. Claims store
 * it, so that a repeated request gets the same answer.
 */
export class Outcome<Data = unknown> {
  constructor(
    readonly httpStatus: number,
    readonly status: boolean,
    readonly message: string,
    readonly data: Data,
    readonly meta: OutcomeMeta = {},
  ) {}

  static done<Data>(data: Data, message = 'Successful', meta: OutcomeMeta = {}): Outcome<Data> {
    return new Outcome(200, true, message, data, meta);
  }

  /** A 202: the request is accepted but not executed, because AML holds it or it waits for approval. */
  static accepted<Data>(message: string, data: Data, meta: OutcomeMeta = {}): Outcome<Data> {
    return new Outcome(202, false, message, data, meta);
  }

  toEnvelope(): Envelope<Data> {
    return { status: this.status, message: this.message, data: this.data };
  }
}
