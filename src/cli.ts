import 'reflect-metadata';
import * as path from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { findCommand, helpText, unknownCommand } from './cli/command-table';
import { type CommandResult, type OperatorContext, UsageError } from './cli/operator-command';
import { type AppConfig, loadAppConfig } from './common/config/app-config';
import { AppError } from './common/errors/app-error';
import { startFailure } from './common/errors/start-failure';
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres';

/** Arguments that every command takes. */
const JSON_OUTPUT = '--json';
const HELP = '--help';

/**
 * `corebank audit verify --institution 1`: a command of operators, with the environment of the server
 * (docs/operations.md#commands). The services of the program run without routes and without background
 * work, so that a command may run beside the server.
 *
 * @returns the exit code: 0 when all is well, 1 when something was found, 2 when the command could not run
 */
async function main(words: string[], asJson: boolean): Promise<number> {
  const found = findCommand(words);
  const wantsHelp = words.includes(HELP);
  if (!found && !wantsHelp && words.length > 0) throw new UsageError(unknownCommand(words));
  if (!found || wantsHelp) {
    console.log(helpText(found?.command));
    return wantsHelp ? 0 : 2;
  }
  const config = loadAppConfig({ LOG_LEVEL: 'fatal', ...process.env });
  const { databaseUrl, stop } = await databaseOf(config);
  // The embedded database is behind no pooler, so its address serves for both.
  const migrationUrl = config.migrationUrl ?? (config.databaseUrl === undefined ? databaseUrl : undefined);
  const settings = { ...config, databaseUrl, migrationUrl, backgroundWork: false };
  const surroundings = contextOf(settings);
  try {
    const result = await found.command.run(surroundings.context, found.args);
    await print(result, asJson);
    return result.ok ? 0 : 1;
  } finally {
    await surroundings.close();
    await stop();
  }
}

/** Waits until the text is out: the process ends afterwards, which would cut what a pipe has not taken yet. */
async function print({ ok, text, data }: CommandResult, asJson: boolean): Promise<void> {
  const output = asJson ? JSON.stringify({ ok, ...data }, null, 2) : text.join('\n');
  await new Promise<void>((resolve) => process.stdout.write(`${output}\n`, () => resolve()));
}

/** The program is loaded for the commands that use its services alone: it takes seconds. */
async function servicesOf(config: AppConfig): Promise<INestApplicationContext> {
  const { AppModule } = await import('./app.module');
  const { createHttpApp } = await import('./common/http/http-app');
  const app = await createHttpApp(AppModule.forRoot(config), config);
  return app.init();
}

/** The surroundings of a command: the services are built when it asks for them. */
function contextOf(config: AppConfig): { context: OperatorContext; close: () => Promise<void> } {
  let app: Promise<INestApplicationContext> | undefined;
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined;
  return {
    context: {
      config,
      services: () => (app ??= servicesOf(config)),
      ...(terminal && { ask: async (question) => (await terminal.question(question)).trim() }),
    },
    close: async () => {
      terminal?.close();
      // Services that could not be built were explained by the command.
      await app?.then((services) => services.close()).catch(() => undefined);
    },
  };
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

/** What an operator can act on, as text; anything else with its stack. */
function explained(error: unknown): string {
  if (error instanceof AppError) {
    const { errors = [] } = error.details as { errors?: { field: string; message: string }[] };
    // The message of the error is the first of them.
    if (errors.length < 2) return error.message;
    return ['Correct these fields:', ...errors.map(({ field, message }) => `  ${field} ${message}`)].join('\n');
  }
  return startFailure(error);
}

const words = process.argv.slice(2).filter((word) => word !== JSON_OUTPUT);
const asJson = process.argv.includes(JSON_OUTPUT);
void main(words, asJson)
  .catch((error: unknown) => {
    if (asJson) console.log(JSON.stringify({ ok: false, error: explained(error) }, null, 2));
    else console.error(explained(error));
    return 2;
  })
  .then((code) => process.exit(code));
