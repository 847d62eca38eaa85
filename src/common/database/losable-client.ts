import type { Socket } from 'node:net';
import { Client, type ClientConfig, type QueryConfig, type QueryResult, type Submittable } from 'pg';

/** The routine of PostgreSQL that reports that a commit no longer waits for its synchronous standby. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN';

/**
 * The commit is on this server and perhaps on no other: its wait for a synchronous standby was cut short, for example
 * by `statement_timeout`. PostgreSQL only warns of it. Nobody may be told that the work is done, because it is lost
 * where the server is (docs/scaling.md#promotion).
 */
export class UnreplicatedCommitError extends Error {
  constructor() {
    super('The commit did not reach the synchronous standby in time; its outcome is unknown.');
    this.name = 'UnreplicatedCommitError';
  }
}

/** Parts of the driver's client that are missing from its types. */
interface DriverParts {
  connectionParameters: { query_timeout: number | false };
  connection: { stream: Socket };
}

type Statement = string | QueryConfig;
type Answered = (error: Error | null, result: QueryResult) => void;
type Send = (statement: Statement, values: unknown[] | undefined, answered: Answered) => void;

/**
 * The connection class of every pool. It makes the promises of statements itself: V8 puts a function that is
 * assigned to a property, as the driver does for each statement, into its old generation, where it holds all rows of
 * the answer until the whole heap is collected (docs/performance.md#old-generation).
 *
 * Without a listener, the loss of a connection ends the process. A connection has no other listener between the moment
 * it is ready and the moment its borrower gets it, and the server can end it in the same packet. This one does nothing,
 * because the loss is reported elsewhere: the pool reports an idle connection, and the next statement of a borrowed one
 * fails.
 */
export class LosableClient extends Client {
  /** A statement that has no answer after this time costs the connection; 0 for no limit. */
  answerTimeoutMs: number;
  private isUnreplicated = false;

  constructor(config?: string | ClientConfig) {
    super(config);
    const { connectionParameters } = this as unknown as DriverParts;
    this.answerTimeoutMs = connectionParameters.query_timeout || 0;
    connectionParameters.query_timeout = false;
    const send = this.query.bind(this) as Send;
    const submit = this.query.bind(this) as (statement: Submittable) => Submittable;
    const query = (statement: Statement | Submittable, values?: unknown[] | Answered, answered?: Answered): unknown => {
      // An object that reads its answer itself, such as a copy.
      if (typeof statement === 'object' && 'submit' in statement) return submit(statement);
      const callback = typeof values === 'function' ? values : answered;
      const parameters = typeof values === 'function' ? undefined : values;
      return callback ? this.send(send, statement, parameters, callback) : this.answer(send, statement, parameters);
    };
    this.query = query as typeof this.query;
    this.on('error', () => undefined);
    this.on('notice', ({ routine }) => {
      if (routine === WAIT_FOR_STANDBY) this.isUnreplicated = true;
    });
  }

  /** For the answer of a `COMMIT`, after which the warning has arrived. @throws UnreplicatedCommitError */
  assertReplicated(): void {
    if (!this.isUnreplicated) return;
    // Another borrower of the connection is asked about commits of its own.
    this.isUnreplicated = false;
    throw new UnreplicatedCommitError();
  }

  private async answer(send: Send, statement: Statement, values: unknown[] | undefined): Promise<QueryResult> {
    try {
      return await new Promise((resolve, reject) => {
        this.send(send, statement, values, (error, result) => (error ? reject(error) : resolve(result)));
      });
    } catch (error) {
      // The stack then leads to whoever sent the statement, not to the socket.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  private send(send: Send, statement: Statement, values: unknown[] | undefined, answered: Answered): void {
    if (this.answerTimeoutMs === 0) return send(statement, values, answered);
    const timer = setTimeout(() => this.giveUp(), this.answerTimeoutMs);
    send(statement, values, (error, result) => {
      clearTimeout(timer);
      answered(error, result);
    });
  }

  /** Closes the connection, which fails all of its statements. */
  private giveUp(): void {
    (this as unknown as DriverParts).connection.stream.destroy(new Error('Query read timeout'));
  }
}
