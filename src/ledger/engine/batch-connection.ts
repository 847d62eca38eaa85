import type { QueryResult } from 'pg';
import type { Tx } from '../../common/database/unit-of-work';

interface NamedQueryClient {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<QueryResult>;
}

/** The driver's socket, which its types do not show. */
interface CorkableClient extends NamedQueryClient {
  connection?: { stream?: { cork(): void; uncork(): void } };
}

/** The connection of one batch: prepared statements by name, sent in the order of the calls. */
export interface BatchConnection {
  query(name: string | undefined, text: string, values?: unknown[]): Promise<QueryResult>;
}

/**
 * A pipelining client: statements go out at once, the server runs them one after the other. Those of one turn of the
 * event loop share one write to the socket.
 */
export function pipelined(client: NamedQueryClient): BatchConnection {
  const stream = (client as CorkableClient).connection?.stream;
  let isCorked = false;
  const gatherWrites = (): void => {
    if (isCorked || !stream) return;
    isCorked = true;
    stream.cork();
    process.nextTick(() => {
      isCorked = false;
      stream.uncork();
    });
  };
  return {
    query: (name, text, values) => {
      gatherWrites();
      return client.query({ name, text, values });
    },
  };
}

/** The client of a unit of work, which takes one statement at a time. */
export async function withinTransaction(tx: Tx): Promise<BatchConnection> {
  const client = (await tx.queryRunner?.connect()) as NamedQueryClient | undefined;
  if (!client) throw new Error('postWithin needs the transaction of a unit of work.');
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: (name, text, values) => {
      const result = last.then(() => client.query({ name, text, values }));
      // The failure reaches whoever awaits the result; the chain only orders the statements.
      last = result.catch(() => undefined);
      return result;
    },
  };
}

/**
 * Waits until every statement of a pipeline has been answered, then fails with the first failure: later ones are only
 * its echo (`current transaction is aborted`), and none is left unhandled.
 */
export async function allOrFirstFailure<T extends readonly unknown[]>(statements: {
  [K in keyof T]: Promise<T[K]>;
}): Promise<T> {
  const settled = await Promise.allSettled(statements);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
