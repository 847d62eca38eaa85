import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
const folder = 'src/common/database/migrations';
const lock = '/tmp/dev-initial.lock';
for (;;) { try { mkdirSync(lock); break; } catch { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500); } }
const initial = `${folder}/1763700000000-initial.ts`;
const before = readFileSync(initial, 'utf8');
try {
  const prelude = [
    `DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'corebank_app') THEN CREATE ROLE corebank_app NOLOGIN; END IF; END $$`,
    `DO $$ BEGIN IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN EXECUTE format('GRANT corebank_app TO %I', current_user); END IF; END $$`,
    `GRANT USAGE ON SCHEMA public TO corebank_app`,
    `CREATE SEQUENCE corebank_id_seq INCREMENT BY 10000 START WITH 10000 MINVALUE 10000 MAXVALUE 9007199254730000`,
    `GRANT USAGE ON SEQUENCE corebank_id_seq TO corebank_app`,
  ].map((l) => '  `' + l + '`,\n').join('');
  const empty = (list) => `import type { MigrationInterface, QueryRunner } from 'typeorm';\n\nconst STATEMENTS = [\n${list}];\n\n/** The first schema. */\nexport class Initial1763700000000 implements MigrationInterface {\n  async up(runner: QueryRunner): Promise<void> {\n    for (const statement of STATEMENTS) await runner.query(statement);\n  }\n\n  down(): Promise<void> {\n    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');\n  }\n}\n`;
  writeFileSync(initial, empty(prelude));
  const out = `/tmp/dev-initial-dist`;
  rmSync(out, { recursive: true, force: true });
  try { execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json', '--outDir', out], { stdio: ['ignore', 'pipe', 'inherit'] }); } catch (e) { console.error(String(e.stdout).slice(0, 3000)); console.error('type errors above; continuing with what was emitted'); }
  try { execFileSync('ln', ['-sfn', process.cwd() + '/node_modules', out + '/node_modules']); } catch {}
  console.log(String(execFileSync('node', [`${out}/generate-migration.js`, 'trial'])));
  const trial = readdirSync(folder).find((f) => f.endsWith('-trial.ts'));
  const text = readFileSync(`${folder}/${trial}`, 'utf8');
  rmSync(`${folder}/${trial}`);
  let body = text.slice(text.indexOf('const STATEMENTS = [\n') + 21, text.indexOf('\n];') + 1);
  let extras = '';
  try { extras = readFileSync('/tmp/dev-extra.sql', 'utf8').split('\n').filter((l) => l.trim()).map((l) => '  `' + l.trim() + '`,\n').join(''); } catch {}
  body = body.replace(/(CREATE TABLE "(ledger_account|job_due)" \([^`]*\))`/g, '$1 WITH (fillfactor = 70)`');
  writeFileSync(initial, empty(prelude + body + extras));
  console.log('initial migration regenerated');
} catch (e) { writeFileSync(initial, before); console.error(e); process.exitCode = 1; }
finally { rmSync(lock, { recursive: true, force: true }); }
