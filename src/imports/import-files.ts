import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { accountLine } from './account-line';
import type { FileColumns } from './csv-records';
import { customerLine } from './customer-line';
import { depositLine, statedPart } from './deposit-line';
import { FILE_COLUMNS, type ImportFileName, LATER_COLUMNS } from './file-columns';
import { ImportRefusedError } from './import-references';
import type { ImportedLine, LineContext } from './imported-line';
import { instalmentValues, statedInstalment } from './instalment-line';
import { ledgerLine } from './ledger-line';
import { lienLine } from './lien-line';
import { loanLine } from './loan-line';
import { statedSignatory } from './mandate-line';
import type { RecordFields } from './record-fields';

/** A file each of whose lines brings a record of its own. */
interface FileOfLines {
  name: ImportFileName;
  /** Collects faults in `fields`; the line is staged with them. */
  lineOf(fields: RecordFields, context: LineContext): ImportedLine | Promise<ImportedLine>;
}

/** A file in which the lines of an owner follow each other and are staged as one. */
interface FileOfGroups {
  name: ImportFileName;
  /** The column that names the owner. */
  groupedBy: string;
  itemOf(fields: RecordFields, context: Pick<LineContext, 'references'>): unknown;
}

/** A file that is not staged: it is read again when it is loaded. */
interface StreamedFile {
  name: ImportFileName;
  isStreamed: true;
}

export type ImportFile = FileOfLines | FileOfGroups | StreamedFile;

/** The documented files (docs/import.md#files), owners before what belongs to them. */
const IMPORT_FILES: readonly ImportFile[] = [
  { name: 'customers', lineOf: customerLine },
  { name: 'accounts', lineOf: accountLine },
  { name: 'mandates', groupedBy: 'account_number', itemOf: statedSignatory },
  { name: 'liens', lineOf: lienLine },
  { name: 'loans', lineOf: loanLine },
  {
    name: 'loan_instalments',
    groupedBy: 'loan_account_number',
    itemOf: (fields, { references }) => instalmentValues(statedInstalment(fields, references.institution.businessDate)),
  },
  { name: 'deposits', lineOf: depositLine },
  {
    name: 'deposit_parts',
    groupedBy: 'account_number',
    itemOf: (fields, { references }) => statedPart(fields, references.institution.businessDate),
  },
  { name: 'ledgers', lineOf: ledgerLine },
  { name: 'history', isStreamed: true },
];

export type FoundFile = ImportFile & { columns: FileColumns; path: string };

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
  return found.map((file) => ({
    ...file,
    columns: { all: FILE_COLUMNS[file.name], optional: LATER_COLUMNS[file.name] ?? [] },
    path: path.join(folder, `${file.name}.csv`),
  }));
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
