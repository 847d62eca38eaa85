import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readTables } from './read-tables';
import { renderSchema } from './render-schema';

const FILE = 'docs/schema.md';

async function main(): Promise<void> {
  const text = renderSchema(await readTables());
  if (!process.argv.includes('--check')) writeFileSync(FILE, text);
  else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text)
    throw new Error(`${FILE} differs from the entities: run \`npm run schema-docs\` and commit the result.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
