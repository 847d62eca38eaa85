import { removeAbandonedCluster } from '../src/embedded-postgres/embedded-postgres';
import { startedServer } from './support/started-server';

/** Stops the server of this run and removes its folder. */
export default async function teardown(): Promise<void> {
  await startedServer.pooler?.remove();
  await startedServer.cluster?.remove();
  const started = startedServer.current;
  if (!started) return;
  await started.server.stop();
  await removeAbandonedCluster(started.dataDir);
}
