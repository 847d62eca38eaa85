import 'reflect-metadata';
import * as fs from 'node:fs';
import { AppModule } from '../src/app.module';
import { ApprovalPolicy } from '../src/approvals/approval-policy.entity';
import { loadAppConfig } from '../src/common/config/app-config';
import { migrate } from '../src/common/database/migrate';
import { UnitOfWork } from '../src/common/database/unit-of-work';
import { createHttpApp } from '../src/common/http/http-app';
import { SANDBOX_INSTITUTION } from '../src/seed/sandbox-plan';
import { connectProviders } from '../src/seed/sandbox-providers';
import { seedSandbox } from '../src/seed/seed-sandbox';

/**
 * Makes the schema and the sandbox institution, whose payments go to the providers' address: `seed-bank.ts <address>
 * <file>`. A process of its own, because its clock is that of the API: the books begin some days ago. What others must
 * know is in the file.
 */
const [providersUrl, file] = process.argv.slice(2) as [string, string];

async function main(): Promise<void> {
  const config = loadAppConfig(process.env);
  await migrate(config.migrationUrl ?? '');
  const app = await createHttpApp(AppModule.forRoot(config), config);
  await app.init();
  const sandbox = await seedSandbox(app);
  await connectProviders(app, providersUrl);
  // Accounts are funded from the vault, and clients expect their requests to be done at once.
  await app.get(UnitOfWork).run(SANDBOX_INSTITUTION.institutionId, (tx) => tx.deleteAll(ApprovalPolicy));
  await app.close();
  fs.writeFileSync(file, JSON.stringify(sandbox));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
