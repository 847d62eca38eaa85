import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { loadAppConfig } from './common/config/app-config';
import { createHttpApp } from './common/http/http-app';
import { buildDocuments, buildDocuments30, buildGatewayDocument } from './openapi-documents';
import { errorPage } from './openapi-error-page';
import { SandboxLedger } from './sandbox/sandbox-ledger';
import { createSandboxApp } from './sandbox/start-sandbox';

/**
 * `node dist/openapi.js` writes openapi/openapi.json, openapi/admin.json, openapi/gateway.json and docs/api/errors.md
 * from the code, without a database; `--check` fails when the committed files differ from the code. With
 * `--3.0 <folder>` it writes the documents in OpenAPI 3.0 there instead, for generators that read no 3.1.
 */
async function main(): Promise<void> {
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://nobody@localhost/none',
    COREBANK_MASTER_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'error',
  };
  const config = loadAppConfig(environment);
  const app = await createHttpApp(AppModule.forRoot(config, { connect: false }), config);
  const folder30 = process.argv[process.argv.indexOf('--3.0') + 1];
  if (process.argv.includes('--3.0') && folder30 !== undefined) return write30(app, folder30);
  const { integrators, staff } = buildDocuments(app);
  const gateway = buildGatewayDocument(await createSandboxApp({ port: 0 }, new SandboxLedger()), integrators);
  const json = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
  const files = {
    'openapi/openapi.json': json(integrators),
    'openapi/admin.json': json(staff),
    'openapi/gateway.json': json(gateway),
    'docs/api/errors.md': errorPage([integrators, staff]),
  };
  const differing: string[] = [];
  for (const [file, text] of Object.entries(files)) {
    if (!process.argv.includes('--check')) fs.writeFileSync(file, text);
    else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) differing.push(file);
  }
  if (differing.length > 0)
    throw new Error(`${differing.join(' and ')} differ from the code: run \`npm run openapi\` and commit the result.`);
}

function write30(app: NestFastifyApplication, folder: string): void {
  const { integrators, staff } = buildDocuments30(app);
  fs.writeFileSync(path.join(folder, 'openapi-3.0.json'), JSON.stringify(integrators));
  fs.writeFileSync(path.join(folder, 'admin-3.0.json'), JSON.stringify(staff));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
