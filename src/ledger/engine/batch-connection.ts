import type { QueryResult } from 'pg';
import { type SqlForm, sqlFormOf } from '../../common/database/distribution/sql-form';
import type { Tx } from '../../common/database/unit-of-work';

interface NamedQueryClient {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<QueryResult>;
}

/** The driver's socket, which is missing from its types. */
interface CorkableClient extends NamedQueryClient {
  connection?: { stream?: { cork(): void; uncork(): void } };
}

/** The connection of one batch: prepared statements by name, sent in the order of the calls. */
export interface BatchConnection {
  /** The form of the statements that write. */
  form: SqlForm;
  query(name: string | undefined, text: string, values?: unknown[]): Promise<QueryResult>;
}

/**
 * A connection that sends statements without waiting for earlier answers; the server runs them one after the other.
 * Statements of one turn of the event loop share one write to the socket.
 */
export function pipelinedConnection(client: NamedQueryClient, form: SqlForm = 'plain'): BatchConnection {
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
    form,
    query: (name, text, values) => {
      gatherWrites();
      return client.query({ name, text, values });
    },
  };
}

/** The driver's switch between one statement at a time and a pipeline, which is missing from its types. */
interface PipeliningClient extends NamedQueryClient {
  pipeline: boolean;
}

/**
 * The connection of a unit of work. While statements are under way it is a pipeline, so that locks wait for no round
 * trip between two statements that are known together; the unit of work itself takes one statement at a time.
 * @param settings of the planner, for the rest of the transaction
 */
export async function transactionConnection(tx: Tx, settings: Record<string, string>): Promise<BatchConnection> {
  const client = (await tx.queryRunner?.connect()) as PipeliningClient | undefined;
  if (!client) throw new Error('postWithin must be called with the transaction of a unit of work.');
  const pipeline = pipelinedConnection(client, sqlFormOf(tx.dataSource));
  let underWay = 0;
  const connection: BatchConnection = {
    form: pipeline.form,
    query: async (name, text, values) => {
      underWay += 1;
      client.pipeline = true;
      try {
        return await pipeline.query(name, text, values);
      } finally {
        underWay -= 1;
        client.pipeline = underWay > 0;
      }
    },
  };
  for (const [name, value] of Object.entries(settings))
    await connection.query(undefined, `SET LOCAL ${name} = ${value}`, []);
  return connection;
}

/**
 * Waits until every statement of a pipeline has been answered, then fails with the first failure. Later failures only
 * follow from it (`current transaction is aborted`); waiting for all leaves no rejection unhandled.
 */
export async function allOrFirstFailure<T extends readonly unknown[]>(statements: {
  [K in keyof T]: Promise<T[K]>;
}): Promise<T> {
  const settled = await Promise.allSettled(statements);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
