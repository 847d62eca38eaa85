import 'reflect-metadata';
import type { INestApplicationContext, ModuleMetadata, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommonModule } from '../../src/common/common.module';
import { entities } from '../../src/schema';
import { createTestDatabase, execute, type TestDatabase } from './database';
import { testConfig } from './test-config';

/** The common module alone, with what a test adds, on a database of its own. */
export interface CommonApp {
  app: INestApplicationContext;
  database: TestDatabase;
  /** Runs statements as the owner of the database, whom row-level security does not limit. */
  asOwner(...statements: string[]): Promise<void>;
  close(): Promise<void>;
}

/** @param shared the database of another application, to act as a second process beside it */
export async function startCommonApp(
  added: Pick<ModuleMetadata, 'providers' | 'imports'> = {},
  shared?: TestDatabase,
): Promise<CommonApp> {
  const database = shared ?? (await createTestDatabase());
  const config = testConfig(database.url);
  class Root {}
  const module = {
    module: Root as Type<unknown>,
    imports: [CommonModule.forRoot({ config, entities, connect: true }), ...(added.imports ?? [])],
    providers: added.providers ?? [],
  };
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  return {
    app,
    database,
    asOwner: (...statements) => execute(database.url, ...statements),
    close: async () => {
      await app.close();
      if (!shared) await database.drop();
    },
  };
}
