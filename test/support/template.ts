import { AppModule } from '../../src/app.module';
import { migrate } from '../../src/common/database/migrate';
import { createHttpApp } from '../../src/common/http/http-app';
import { type Sandbox, seedSandbox } from '../../src/seed/seed-sandbox';
import { testConfig } from './test-config';

/**
 * Fills an empty database, such as the one that test databases are cloned from: schema and sandbox institution.
 * @param afterMigration what is done before the institution is opened
 */
export async function prepareTemplate(url: string, afterMigration?: () => Promise<unknown>): Promise<Sandbox> {
  await migrate(url);
  await afterMigration?.();
  const config = testConfig(url);
  const app = await createHttpApp(AppModule.forRoot(config), config);
  await app.init();
  const sandbox = await seedSandbox(app);
  await app.close();
  return sandbox;
}
