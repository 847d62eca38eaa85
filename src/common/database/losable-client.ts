import { Client, type ClientConfig } from 'pg';

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

/**
 * The connection class of every pool.
 *
 * Without a listener, the loss of a connection ends the process. A connection has no other listener between the moment
 * it is ready and the moment its borrower gets it, and the server can end it in the same packet. This one does nothing,
 * because the loss is reported elsewhere: the pool reports an idle connection, and the next statement of a borrowed one
 * fails.
 */
export class LosableClient extends Client {
  private isUnreplicated = false;

  constructor(config?: string | ClientConfig) {
    super(config);
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
}
