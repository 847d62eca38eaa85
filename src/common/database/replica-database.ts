import type { OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { startFailure } from '../errors/start-failure';
import { StartRefusedError } from '../errors/start-refused-error';
import { assertServingRole } from './assert-serving-role';
import { servingOptions } from './data-source-options';
import { inServingTransaction, type ServingSession } from './serving-session';

interface ReplicaOptions {
  /** Undefined uses the main database as its own replica. */
  url: string | undefined;
  session: ServingSession;
  poolSize: number;
}

/**
 * The database that reports read: a replica of the serving database, or that database itself. Use it through
 * `UnitOfWork.readReport` only.
 */
export class ReplicaDatabase implements OnApplicationShutdown {
  private constructor(
    readonly dataSource: DataSource,
    private readonly isOwn: boolean,
  ) {}

  /**
   * Connects to the replica with the rights of the serving role.
   * @throws StartRefusedError when it cannot be reached or its role is not bound by row-level security.
   */
  static async connect(main: DataSource, { url, session, poolSize }: ReplicaOptions): Promise<ReplicaDatabase> {
    if (url === undefined || !main.isInitialized) return new ReplicaDatabase(main, false);
    const { entities } = main.options;
    const dataSource = new DataSource(servingOptions({ url, session, poolSize, entities: entities ?? [] }));
    await dataSource.initialize().catch((error: unknown) => {
      throw new StartRefusedError(startFailure(error, 'DATABASE_REPLICA_URL'));
    });
    await inServingTransaction(dataSource, session, assertServingRole);
    return new ReplicaDatabase(dataSource, true);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.isOwn) await this.dataSource.destroy();
  }
}
