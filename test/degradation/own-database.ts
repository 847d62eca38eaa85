import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { AppModule } from '../../src/app.module';
import { hashPassword } from '../../src/common/crypto/password-hash';
import { migrate } from '../../src/common/database/migrate';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { createHttpApp } from '../../src/common/http/http-app';
import {
  type EmbeddedPostgres,
  removeAbandonedCluster,
  startEmbeddedPostgres,
} from '../../src/embedded-postgres/embedded-postgres';
import { PermissionCatalogue } from '../../src/institutions/staff/permission-catalogue';
import { Roles } from '../../src/institutions/staff/roles';
import { StaffMembers } from '../../src/institutions/staff/staff-members';
import { SANDBOX_INSTITUTION } from '../../src/seed/sandbox-plan';
import { type Sandbox, seedSandbox } from '../../src/seed/seed-sandbox';
import { freePort } from '../support/server-process';
import { testConfig } from '../support/test-config';

const RESTART_ATTEMPTS_MAX = 50;
const RESTART_POLL_MS = 100;

/** A member of staff who may do everything. */
export const MANAGER = {
  staffID: 'DEG001',
  name: 'Manager',
  email: 'manager@degradation.example',
  password: 'a long enough password',
};

/**
 * A PostgreSQL of one suite alone, which may be killed, stopped and started again while a server uses it. It holds the
 * sandbox institution.
 */
export class OwnDatabase {
  private hanging: number[] = [];

  private constructor(
    private readonly dataDir: string,
    private server: EmbeddedPostgres,
    readonly sandbox: Sandbox,
  ) {}

  static async start(): Promise<OwnDatabase> {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'corebank-test-pg-'));
    const server = await launch(dataDir, await freePort());
    return new OwnDatabase(dataDir, server, await seed(server.url));
  }

  get url(): string {
    return this.server.url;
  }

  /** `kill -9` of the server; its connections end with it. */
  kill(): void {
    process.kill(this.server.pid, 'SIGKILL');
  }

  /**
   * Starts the killed server again, in the same place. Its processes take a moment to go, and a new one refuses to
   * start beside them.
   */
  async restart(): Promise<void> {
    await this.server.stop();
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.server = await launch(this.dataDir, this.server.port);
        return;
      } catch (error) {
        if (attempt === RESTART_ATTEMPTS_MAX) throw error;
        await sleep(RESTART_POLL_MS);
      }
    }
  }

  /**
   * Every process of the server stands still: connections stay open, new ones are taken by the system, and nobody
   * answers.
   */
  async hang(): Promise<void> {
    const client = new Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    // The parent first, so that no process is born meanwhile.
    process.kill(this.server.pid, 'SIGSTOP');
    const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
    this.hanging = [this.server.pid, ...rows.map(({ pid }) => pid)];
    for (const pid of this.hanging) process.kill(pid, 'SIGSTOP');
    void client.end().catch(() => undefined);
  }

  /** Lets the processes that stand still go on. */
  wake(): void {
    for (const pid of this.hanging.splice(0)) process.kill(pid, 'SIGCONT');
  }

  /** Jobs that are put in from now on are due so much later. */
  async delayJobs(delayMs: number): Promise<void> {
    await this.rows(
      `CREATE FUNCTION delay_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.due_at := clock_timestamp() + interval '${delayMs} milliseconds'; RETURN NEW; END $$`,
    );
    await this.rows('CREATE TRIGGER delay_job BEFORE INSERT ON job_due FOR EACH ROW EXECUTE FUNCTION delay_job()');
  }

  /** Rows as the database's owner. */
  async rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    this.wake();
    await this.server.stop();
    await removeAbandonedCluster(this.dataDir);
  }
}

function launch(dataDir: string, port: number): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    port,
    database: 'corebank',
    unsafeFast: true,
    settings: { max_connections: '100' },
  });
}

async function seed(url: string): Promise<Sandbox> {
  await migrate(url);
  const config = testConfig(url);
  const app = await createHttpApp(AppModule.forRoot(config), config);
  await app.init();
  const sandbox = await seedSandbox(app);
  const { institutionId } = SANDBOX_INSTITUTION;
  const { password, ...manager } = MANAGER;
  const passwordHash = await hashPassword(password);
  await app.get(UnitOfWork).run(institutionId, async (tx) => {
    const permissions = app.get(PermissionCatalogue, { strict: false }).list();
    await app.get(Roles, { strict: false }).create(tx, { institutionId, name: 'Everything', permissions });
    await app
      .get(StaffMembers, { strict: false })
      .create(tx, { institutionId, ...manager, branchCode: sandbox.branchCode, roles: ['Everything'], passwordHash });
  });
  await app.close();
  return sandbox;
}
