import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase } from './database';
import { freePort, ServerProcess } from './server-process';

/** The whole program with its sandbox, as `npm start` runs it, in a folder of its own. */
export interface SandboxServer {
  url: string;
  /** Has `.data/sandbox.json`. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts it on free ports; stop it in `afterAll`. */
export async function startSandboxServer(): Promise<SandboxServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-sandbox-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const database = await createTestDatabase();
  const server = await ServerProcess.start(database.url, {
    NODE_ENV: 'development',
    PORT: String(port),
    SANDBOX: 'true',
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: path.join(folder, '.data'),
  });
  return {
    url: server.url,
    folder,
    async stop() {
      await server.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
