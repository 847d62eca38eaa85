import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import { CitusCluster } from './citus-cluster';
import type { PgBouncer } from './pgbouncer';

interface Holder {
  current?: { server: EmbeddedPostgres; dataDir: string };
  cluster?: CitusCluster;
  pooler?: PgBouncer;
}

const shared = globalThis as typeof globalThis & { corebankTestServer?: Holder };

/** Passes the server from jest's global setup to its teardown, which load their modules separately. */
export const startedServer: Holder = (shared.corebankTestServer ??= {});
