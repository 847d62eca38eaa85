import 'reflect-metadata';
import * as path from 'node:path';
import { AppModule } from './app.module';
import { findCommand, helpText } from './cli/command-table';
import { type AppConfig, loadAppConfig } from './common/config/app-config';
import { createHttpApp } from './common/http/http-app';
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres';

const FOR_OPERATORS = ['ConfigurationError', 'StartRefusedError', 'UsageError'];

/**
 * `node dist/cli.js audit verify --institution 1`: a command of operators, with the environment of the server
 * (docs/api/audit-and-operations.md#commands-for-operators). The services of the program are built but not started, so
 * that no job and no route runs beside the server.
 */
async function main(words: string[]): Promise<number> {
  const found = findCommand(words);
  if (!found) {
    console.error(helpText());
    return 2;
  }
  const config = loadAppConfig({ LOG_LEVEL: 'fatal', ...process.env });
  const { databaseUrl, stop } = await databaseOf(config);
  try {
    const settings = { ...config, databaseUrl };
    const app = await createHttpApp(AppModule.forRoot(settings), settings);
    try {
      return await found.command.run(app, found.args, (line) => console.log(line));
    } finally {
      await app.close();
    }
  } finally {
    await stop();
  }
}

/** Without a configured database, the embedded one, which no other process may use meanwhile. */
async function databaseOf({
  databaseUrl,
  dataDir,
}: AppConfig): Promise<{ databaseUrl: string; stop: () => Promise<void> }> {
  if (databaseUrl !== undefined) return { databaseUrl, stop: () => Promise.resolve() };
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), database: 'corebank' });
  return { databaseUrl: postgres.url, stop: () => postgres.stop() };
}

void main(process.argv.slice(2))
  .catch((error: unknown) => {
    console.error(error instanceof Error && FOR_OPERATORS.includes(error.name) ? error.message : error);
    return 2;
  })
  .then((code) => process.exit(code));
