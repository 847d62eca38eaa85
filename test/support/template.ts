import { AppModule } from '../../src/app.module';
import { migrate } from '../../src/common/database/migrate';
import { createHttpApp } from '../../src/common/http/http-app';
import { seedSandbox } from '../../src/seed/seed-sandbox';
import { testConfig } from './test-config';

/** Fills the empty database that every test database is cloned from: the schema and the sandbox institution. */
export async function prepareTemplate(url: string): Promise<void> {
  await migrate(url);
  const config = testConfig(url);
  const app = await createHttpApp(AppModule.forRoot(config), config);
  await app.init();
  await seedSandbox(app);
  await app.close();
}
