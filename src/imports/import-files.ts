import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { ACCOUNT_COLUMNS, accountLine } from './account-line';
import { CUSTOMER_COLUMNS, customerLine } from './customer-line';
import { ImportRefusedError } from './import-references';
import type { ImportedLine, LineContext } from './imported-line';
import { LEDGER_COLUMNS, ledgerLine } from './ledger-line';
import { LIEN_COLUMNS, lienLine } from './lien-line';
import type { RecordFields } from './record-fields';

export type ImportFileName = 'customers' | 'accounts' | 'liens' | 'ledgers';

/** A file of an import: its columns, and what its lines bring. */
export interface ImportFile {
  name: ImportFileName;
  columns: readonly string[];
  /** Collects faults in `fields`; the line is staged with them. */
  lineOf(fields: RecordFields, context: LineContext): ImportedLine | Promise<ImportedLine>;
}

/** The documented files (docs/import.md#files), owners before what belongs to them. */
export const IMPORT_FILES: readonly ImportFile[] = [
  { name: 'customers', columns: CUSTOMER_COLUMNS, lineOf: customerLine },
  { name: 'accounts', columns: ACCOUNT_COLUMNS, lineOf: accountLine },
  { name: 'liens', columns: LIEN_COLUMNS, lineOf: lienLine },
  { name: 'ledgers', columns: LEDGER_COLUMNS, lineOf: ledgerLine },
];

export interface FoundFile extends ImportFile {
  path: string;
}

/** The documented files in a folder. @throws ImportRefusedError for another CSV file, or when there is none */
export function filesIn(folder: string): FoundFile[] {
  if (!existsSync(folder)) throw new ImportRefusedError(`The folder ${folder} does not exist.`);
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  const strangers = names.filter((name) => !IMPORT_FILES.some((file) => `${file.name}.csv` === name));
  const known = IMPORT_FILES.map(({ name }) => `${name}.csv`).join(', ');
  if (strangers.length > 0)
    throw new ImportRefusedError(`The folder ${folder} has ${strangers.join(', ')}; an import reads ${known} only.`);
  const found = IMPORT_FILES.filter(({ name }) => names.includes(`${name}.csv`));
  if (found.length === 0) throw new ImportRefusedError(`The folder ${folder} has none of ${known}.`);
  return found.map((file) => ({ ...file, path: path.join(folder, `${file.name}.csv`) }));
}

/** SHA-256 over names and contents: the same files are the same import. */
export async function checksumOf(files: readonly FoundFile[]): Promise<string> {
  const whole = createHash('sha256');
  for (const file of files) {
    const one = createHash('sha256');
    for await (const chunk of createReadStream(file.path)) one.update(chunk as Buffer);
    whole.update(`${file.name} ${one.digest('hex')}\n`);
  }
  return whole.digest('hex');
}
