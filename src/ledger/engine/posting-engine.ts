import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { beginOf, sqlFormOf } from '../../common/database/distribution/sql-form';
import { IdAllocator, type IdBlock } from '../../common/database/id-allocator';
import type { LosableClient } from '../../common/database/losable-client';
import { assertInstitutionId, TransactionLostError, type Tx } from '../../common/database/unit-of-work';
import { Claims } from '../../common/idempotency/claims';
import { Tracing } from '../../common/tracing/tracing';
import { MovementApproval, MovementScreen } from '../movements/movement-gates';
import {
  allOrFirstFailure,
  type BatchConnection,
  pipelinedConnection,
  transactionConnection,
} from './batch-connection';
import { type BatchMode, findExistingPostings, type Gates, loadBatch } from './batch-reader';
import { writeBatch } from './batch-writer';
import { LedgerPool, PLANNER_SETTINGS } from './ledger-pool';
import { type Decision, idsFor, PostingBatch } from './posting-batch';
import type { LockedAccounts, PostingRequest } from './posting-request';

/** The requests of one batch, and the ids that its rows get. */
interface BatchWork {
  institutionId: number;
  requests: PostingRequest[];
  mode: BatchMode;
  ids: IdBlock;
}

/**
 * Runs one batch: lock, decide, write, commit (docs/ARCHITECTURE.md#the-ledger). `PostingBatcher` decides which
 * requests form a batch.
 */
@Injectable()
export class PostingEngine {
  private readonly gates: Gates;

  constructor(
    private readonly pool: LedgerPool,
    private readonly ids: IdAllocator,
    private readonly claims: Claims,
    private readonly tracing: Tracing,
    private readonly dataSource: DataSource,
    screen: MovementScreen,
    approval: MovementApproval,
  ) {
    this.gates = { screen, approval };
  }

  /**
   * Decides the requests of one institution and writes them in one transaction of their own.
   * @returns the decisions, in the order of the requests.
   */
  async runBatch(institutionId: number, requests: PostingRequest[], mode: BatchMode): Promise<Decision[]> {
    assertInstitutionId(institutionId);
    // Before the connection: behind a pooler, ids may have to wait until a transaction ends.
    const ids = await this.ids.block(idsFor(requests));
    const client = await this.pool.connect();
    let brokenBy: Error | undefined;
    try {
      return await this.inTransaction(client, { institutionId, requests, mode, ids });
    } catch (error) {
      brokenBy = await rollback(client);
      throw error;
    } finally {
      // A client whose ROLLBACK failed is destroyed, not returned.
      client.release(brokenBy);
    }
  }

  /** Decides and writes inside the caller's transaction, which has locked its domain rows before. */
  async runWithin(tx: Tx, institutionId: number, requests: PostingRequest[]): Promise<Decision[]> {
    const ids = await this.ids.block(idsFor(requests));
    const connection = await transactionConnection(tx, PLANNER_SETTINGS);
    const mode: BatchMode = { locks: 'wait', lookUpReferences: true };
    return this.decideAndWrite(connection, { institutionId, requests, mode, ids });
  }

  /**
   * Decides a request and writes nothing: the transaction is read only, takes no lock and ends with ROLLBACK, so it
   * neither waits for a posting nor delays one.
   * @returns the decision, and the accounts as it would leave them
   */
  async rehearse(request: PostingRequest): Promise<{ decision: Decision; accounts: LockedAccounts }> {
    const { institutionId } = request;
    assertInstitutionId(institutionId);
    const ids = await this.ids.block(idsFor([request]));
    const client = await this.pool.connect();
    try {
      const connection = pipelinedConnection(client);
      const begin = this.pool.session.opening('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const [, state] = await allOrFirstFailure([
        connection.query(undefined, `${begin}; SET LOCAL app.institution_id = ${institutionId}`),
        loadBatch(connection, institutionId, [request], { locks: 'none', lookUpReferences: true }, this.gates),
      ]);
      const decision = new PostingBatch(state, ids, this.claims).decide(request);
      return { decision, accounts: state.accounts };
    } finally {
      client.release(await rollback(client));
    }
  }

  private async inTransaction(client: PoolClient, work: BatchWork): Promise<Decision[]> {
    const connection = pipelinedConnection(client, sqlFormOf(this.dataSource));
    // BEGIN is not awaited: the statements that lock follow it without a round trip.
    const begin = this.pool.session.opening(beginOf(this.dataSource));
    const begun = connection.query(undefined, `${begin}; SET LOCAL app.institution_id = ${work.institutionId}`);
    const commit = async (): Promise<void> => {
      const { command } = await connection.query(undefined, 'COMMIT');
      if (command !== 'COMMIT') throw new TransactionLostError(command);
      (client as LosableClient & PoolClient).assertReplicated();
    };
    const [, decisions] = await allOrFirstFailure([begun, this.decideAndWrite(connection, work, commit)]);
    return decisions;
  }

  private async decideAndWrite(
    connection: BatchConnection,
    { institutionId, requests, mode, ids }: BatchWork,
    commit?: () => Promise<void>,
  ): Promise<Decision[]> {
    const parent = this.tracing.carriedBy(requests);
    const state = await this.tracing.within('statements that lock and read', { parent }, () =>
      loadBatch(connection, institutionId, requests, mode, this.gates),
    );
    const batch = new PostingBatch(state, ids, this.claims);
    const decisions = requests.map((request) => batch.decide(request));
    if (!mode.lookUpReferences) await this.reconsiderRefusals(connection, batch, requests, decisions);
    decisions.forEach(
      (decision, index) => decision.kind === 'refused' && batch.claimRefusal(requests[index]!, decision.error),
    );
    await this.tracing.within('statements that write and commit', { parent }, () =>
      writeBatch(connection, state, batch.writes, commit),
    );
    return decisions;
  }

  /** Looks up the references of refused requests and replaces, in place, the decisions of those used before. */
  private async reconsiderRefusals(
    connection: BatchConnection,
    batch: PostingBatch,
    requests: PostingRequest[],
    decisions: Decision[],
  ): Promise<void> {
    const refused = requests.filter((_, index) => decisions[index]!.kind === 'refused');
    if (refused.length === 0) return;
    for (const posting of await findExistingPostings(connection, refused[0]!.institutionId, refused))
      batch.remember(posting);
    requests.forEach((request, index) => {
      const decision = decisions[index]!;
      if (decision.kind === 'refused') decisions[index] = batch.reconsider(request, decision);
    });
  }
}

async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
