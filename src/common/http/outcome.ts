/** The body of every response (spec, Errors: Envelope). */
export interface Envelope<Data = unknown> {
  status: boolean;
  message: string;
  data: Data;
}

/** Facts about an answer that its envelope does not show. */
interface OutcomeMeta {
  /** True when this answers a repeated request from its stored claim. */
  replayed?: boolean;
  /** True when the body holds a secret, so that its stored copy is sealed. */
  confidential?: boolean;
}

/**
 * What a handler answers when it is more than plain data: the HTTP status, the message, or that it is a replay.
 * It is also what a claim stores, so that a repeated request gets the same answer.
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

  /** Accepted but nothing moved: held by AML or waiting for approval. */
  static accepted<Data>(message: string, data: Data, meta: OutcomeMeta = {}): Outcome<Data> {
    return new Outcome(202, false, message, data, meta);
  }

  toEnvelope(): Envelope<Data> {
    return { status: this.status, message: this.message, data: this.data };
  }
}
