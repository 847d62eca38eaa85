import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { migrate } from './common/database/migrate';
import { schemaDifference } from './common/database/schema-difference';
import { PROGRAM_VERSION } from './common/program-version';
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres';
import { appendOnlyTables, entities, routingTables } from './schema';

const FOLDER = path.join('src', 'common', 'database', 'migrations');

function source(className: string, title: string, statements: string[]): string {
  const list = statements
    .map((statement) => `  \`${statement.replaceAll('`', '\\`').replaceAll('${', '\\${')}\`,`)
    .join('\n');
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
${list}
];

/** ${title} */
export class ${className} implements MigrationInterface {
  static readonly oldestProgram = '${PROGRAM_VERSION}';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
`;
}

/**
 * `npm run migration:generate -- add-liens` writes a migration with the differences between the entities and the
 * migrations. Add it to `migrations/all-migrations.ts`; add index options that TypeORM cannot express by hand; lower
 * `oldestProgram` where older programs can serve the new schema.
 */
async function main(): Promise<void> {
  const slug = process.argv[2];
  if (slug === undefined || !/^[a-z0-9-]+$/.test(slug)) throw new Error('Usage: npm run migration:generate -- <slug>');
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-migration-'));
  const postgres = await startEmbeddedPostgres({ dataDir, unsafeFast: true });
  try {
    await migrate(postgres.url);
    const statements = await schemaDifference(postgres.url, { entities, routingTables, appendOnlyTables });
    if (statements.length === 0) {
      console.log('The migrations already reproduce the entities; nothing to write.');
      return;
    }
    const stamp = Date.now();
    const name = slug.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());
    const file = path.join(FOLDER, `${stamp}-${slug}.ts`);
    fs.writeFileSync(file, source(`${name}${stamp}`, `${name.replace(/([a-z])([A-Z])/g, '$1 $2')}.`, statements));
    console.log(`${file}: ${statements.length} statements`);
  } finally {
    await postgres.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
