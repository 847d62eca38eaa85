import 'reflect-metadata';
import { createServer } from 'node:http';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { type AppConfig, loadAppConfig } from './common/config/app-config';
import { Keyring } from './common/crypto/keyring';
import { migrate } from './common/database/migrate';
import { servingRoleOf } from './common/database/serving-role';
import { listenAt } from './common/errors/listening';
import { startFailure } from './common/errors/start-failure';
import { Shutdown } from './common/health/shutdown';
import { createHttpApp } from './common/http/http-app';
import { closeQuietConnections } from './common/http/quiet-connections';
import { JsonLogger, logOf } from './common/logging/json-logger';
import { serveConsole } from './console-files';
import { serveSite } from './documentation-site';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/embedded-postgres';
import { serveDocuments } from './openapi-documents';
import { answerAtTheRoot } from './root-answer';
import { type RunningSandbox, startSandbox } from './sandbox/start-sandbox';
import { announceSandbox } from './seed/announce-sandbox';
import { SandboxHistory } from './seed/sandbox-history/sandbox-history';
import { connectProviders, sandboxGatewayKey } from './seed/sandbox-providers';
import { seedSandbox } from './seed/seed-sandbox';

/** Milliseconds for which a stop waits for requests in progress. */
const STOP_TIMEOUT_MS = 25_000;
/**
 * New connections that the system keeps until the process takes them, as far as its `somaxconn` allows. One more is
 * dropped, and its client tries again after a second, then two, then four.
 */
const WAITING_CONNECTIONS = 4_096;

/** The parts of the running program. */
interface Running {
  app: NestFastifyApplication;
  providers: RunningSandbox | undefined;
  postgres: EmbeddedPostgres | undefined;
  /** Set once the server listens. */
  history?: SandboxHistory;
}

/**
 * Announces the stop to readiness probes, then stops the API first and its embedded database last, once, on the first
 * signal.
 */
function stopOnSignal(config: AppConfig, running: Running): void {
  const { app, providers, postgres } = running;
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const log = logOf(config);
    log.info('Stopping: requests under way are finished');
    setTimeout(() => {
      log.error(`Ended before everything was finished, ${STOP_TIMEOUT_MS / 1_000} seconds after the stop began`);
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    app.get(Shutdown).begin();
    await sleep(config.shutdownDelayMs);
    await running.history?.stop();
    await app.close();
    await providers?.close();
    await postgres?.stop();
    log.info('Stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

async function databaseOf(config: AppConfig): Promise<{ config: AppConfig; postgres: EmbeddedPostgres | undefined }> {
  if (config.databaseUrl !== undefined) return { config, postgres: undefined };
  const log = logOf(config);
  log.info('Starting PostgreSQL');
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(config.dataDir, 'postgres'),
    database: 'corebank',
    startsAgain: true,
    log: (line) => log.info(line),
  });
  return { config: { ...config, databaseUrl: postgres.url, migrationUrl: postgres.url }, postgres };
}

/** The simulator of the providers, with its ledger in the data folder. */
async function startProviders(app: NestFastifyApplication, config: AppConfig): Promise<RunningSandbox> {
  const place = { port: config.sandboxPort, host: '127.0.0.1', portVariable: 'SANDBOX_PORT' };
  const providers = await listenAt(place, () =>
    startSandbox({
      port: place.port,
      dataFile: path.join(config.dataDir, 'sandbox-ledger.jsonl'),
      gatewayKey: sandboxGatewayKey(app.get(Keyring)),
    }),
  );
  // The simulator logs nothing, but Nest has one logger for all applications of a process.
  app.useLogger(new JsonLogger(logOf(config)));
  return providers;
}

async function main(): Promise<void> {
  const { config, postgres } = await databaseOf(loadAppConfig(process.env));
  const log = logOf(config);
  if (config.migrateOnStart) {
    log.info('Migrating the database');
    await migrate(config.migrationUrl ?? '', servingRoleOf(config));
  }
  log.info('Starting corebank');
  const app = await createHttpApp(AppModule.forRoot(config), config);
  const providers = config.sandbox ? await startProviders(app, config) : undefined;
  const running: Running = { app, providers, postgres };
  stopOnSignal(config, running);
  serveDocuments(app, config.apiUrl);
  serveSite(app);
  serveConsole(app);
  answerAtTheRoot(app, config.managementPort);
  await app.init();
  if (providers) log.info('Preparing the sandbox');
  const sandbox = providers ? await seedSandbox(app) : undefined;
  if (providers && sandbox) await connectProviders(app, providers.url, sandbox.recoveryPartner.institutionId);
  if (config.managementPort !== undefined) await serveManagement(app, config.managementPort, config.managementHost);
  const { port, host } = config;
  await listenAt({ port, host, portVariable: 'PORT', hostVariable: 'HOST' }, () =>
    app.listen({ port, host, backlog: WAITING_CONNECTIONS }),
  );
  log.info(`Listening at ${await app.getUrl()}`);
  if (!sandbox || !providers) return;
  announceSandbox(sandbox, config, await app.getUrl(), providers.url);
  // Ends of day are jobs, so a process without background work has no history to fill.
  if (!config.backgroundWork) return;
  running.history = new SandboxHistory(app, sandbox.recoveryPartner.institutionId);
  running.history.begin();
}

/**
 * Serves health and metrics on their own port, for production. Call it before the API listens: Fastify accepts no hook
 * afterwards.
 */
async function serveManagement(app: NestFastifyApplication, port: number, host: string): Promise<void> {
  const instance = app.getHttpAdapter().getInstance();
  const server = createServer((request, response) => instance.routing(request, response));
  closeQuietConnections(server);
  instance.addHook('onClose', (_, done) => {
    server.close(() => done());
  });
  await instance.ready();
  const place = { port, host, portVariable: 'MANAGEMENT_PORT', hostVariable: 'MANAGEMENT_HOST' };
  await listenAt(
    place,
    () => new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve)),
  );
}

main().catch((error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});
