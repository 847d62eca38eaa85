import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DataImports, type ImportOutcome } from '../../src/imports/data-imports';
import { BookExport, type ExportOutcome } from '../../src/imports/export/book-export';
import { FILE_COLUMNS, type ImportFileName } from '../../src/imports/file-columns';
import { ImportProgress } from '../../src/imports/import-progress';
import type { TestApp } from './app';

/** Columns of an account of record that postings write. */
const AMOUNTS = [
  'debits_posted_kobo',
  'credits_posted_kobo',
  'held_kobo',
  'daily_used_kobo',
  'screened_out_kobo',
  'screened_in_kobo',
  'entry_seq',
];

/** A folder for one test; every folder goes at its end. */
export class Folders {
  private readonly all: string[] = [];

  make(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'corebank-books-'));
    this.all.push(folder);
    return folder;
  }

  remove(): void {
    for (const folder of this.all) rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes every customer, account and posting away: what is left is an institution before its books come. */
export async function emptyBooks(app: TestApp, businessDate?: string): Promise<void> {
  await app.rows(
    `TRUNCATE posting, posting_entry, customer, deposit_account, virtual_account, number_series, entity_metadata`,
  );
  await app.rows(`DELETE FROM account_number WHERE kind <> 'gl'`);
  await app.rows(`DELETE FROM ledger_account WHERE kind <> 'gl'`);
  await app.rows(
    `UPDATE ledger_account SET ${AMOUNTS.map((column) => `${column} = 0`).join(', ')}, last_posted_at = NULL`,
  );
  if (businessDate !== undefined)
    await app.rows('UPDATE institution SET business_date = $2 WHERE institution_id = $1', [
      app.institutionId,
      businessDate,
    ]);
}

export function importBooks({ app, institutionId }: TestApp, folder: string, apply = true): Promise<ImportOutcome> {
  return new DataImports(app).run(
    { institutionId, folder, refusedFile: path.join(folder, 'refused.txt'), apply, operator: 'tester' },
    new ImportProgress(undefined),
  );
}

export function exportBooks({ app, institutionId }: TestApp, folder: string): Promise<ExportOutcome> {
  return new BookExport(app).run({ institutionId, folder, operator: 'tester' }, new ImportProgress(undefined));
}

/** The lines of refused records. */
export function refusedLines(folder: string): string {
  return readFileSync(path.join(folder, 'refused.txt'), 'utf8');
}

/** The content of each file of a folder. */
export function filesOf(folder: string): Partial<Record<ImportFileName, string>> {
  const names = Object.keys(FILE_COLUMNS) as ImportFileName[];
  return Object.fromEntries(
    names
      .map((name) => [name, path.join(folder, `${name}.csv`)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([name, file]) => [name, readFileSync(file, 'utf8')]),
  );
}
