import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { finished } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import { PersonNumbers, type StoredPerson } from '../../accounts/customers/person-numbers';
import { readFreezeHistories } from '../../accounts/status/open-freezes';
import { LedgerBalances } from '../../books/balances/ledger-balances';
import { HEAD_OFFICE } from '../../books/daily-totals/ledger-daily-total.entity';
import { AuditLog } from '../../common/audit/audit-log';
import { type Tx, UnitOfWork, withoutTimeLimit } from '../../common/database/unit-of-work';
import { openForWriting } from '../../common/files/open-for-writing';
import { writeChunk } from '../../common/files/write-text';
import { Branch } from '../../institutions/branches/branch.entity';
import { Institution } from '../../institutions/institution.entity';
import { standingFreezes } from '../brought-freezes';
import { FILE_COLUMNS, type ImportFileName } from '../file-columns';
import type { ImportProgress } from '../import-progress';
import { ImportRefusedError, readReferences } from '../import-references';
import { textOfKobo } from '../record-fields';
import { EXPORTED_FILES, valuesOf } from './exported-files';

/** Lines that are in memory at once. */
const LINES_MAX = 5_000;
const PARTIAL = '.partial';

type Row = Record<string, string | null>;

/** A run of `corebank export`. */
export interface ExportOrder {
  institutionId: number;
  folder: string;
  /** Name of the operating system's user. */
  operator: string;
}

export interface ExportOutcome {
  /** The business date of the books. */
  businessDate: string;
  /** Lines by file; files without a line are not written. */
  lines: Partial<Record<ImportFileName, number>>;
  /** Credits less debits on the migration-suspense ledger, which no file has. */
  suspenseKobo: bigint;
}

/**
 * Writes the books of an institution to files in the form in which an import reads them (docs/import.md#export): one
 * view of the database for all files, and the same bytes for the same books.
 */
export class BookExport {
  private readonly unitOfWork: UnitOfWork;

  constructor(private readonly app: INestApplicationContext) {
    this.unitOfWork = app.get(UnitOfWork);
  }

  /** @throws ImportRefusedError for an unknown institution, or a folder that has CSV files already */
  async run({ institutionId, folder, operator }: ExportOrder, progress: ImportProgress): Promise<ExportOutcome> {
    // Only the last folder of the path: Node's recursive form does not end where the system refuses a folder.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    const present = readdirSync(folder).filter((name) => name.endsWith('.csv'));
    if (present.length > 0)
      throw new ImportRefusedError(`The folder ${folder} has ${present.join(', ')} already; name an empty folder.`);
    const outcome = await this.unitOfWork
      .read(institutionId, async (tx) => {
        await withoutTimeLimit(tx);
        return this.write(tx, institutionId, folder, progress);
      })
      .catch((error: unknown) => {
        // They hold identity numbers, and nobody looks for them.
        for (const partial of partialsIn(folder)) rmSync(partial);
        throw error;
      });
    for (const partial of partialsIn(folder)) renameSync(partial, partial.slice(0, -PARTIAL.length));
    await this.unitOfWork.run(institutionId, (tx) =>
      this.app.get(AuditLog, { strict: false }).record(
        tx,
        { institutionId, actor: 'operator:export' },
        {
          action: 'export.complete',
          subject: `institution:${institutionId}`,
          details: { operator, lines: outcome.lines },
        },
      ),
    );
    return outcome;
  }

  private async write(tx: Tx, institutionId: number, folder: string, progress: ImportProgress): Promise<ExportOutcome> {
    const { suspense } = await readReferences(this.app, tx, institutionId);
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    const lines: ExportOutcome['lines'] = {};
    const writeFile = async (name: ImportFileName, pages: AsyncIterable<Row[]>): Promise<void> => {
      progress.begin(`writing ${name}`);
      const count = await writeLines(path.join(folder, `${name}.csv${PARTIAL}`), name, pages, progress);
      if (count > 0) lines[name] = count;
    };
    for (const { name, text } of EXPORTED_FILES) {
      const pages = rowsOf(tx, text, institutionId);
      const completed =
        name === 'customers'
          ? this.withNumbers(pages)
          : name === 'accounts'
            ? withFreezes(tx, institutionId, pages)
            : pages;
      await writeFile(name, completed);
    }
    const ledgers = await this.ledgerRows(tx, institutionId);
    const isSuspense = (row: Row): boolean => row['ledger_code'] === suspense.number;
    await writeFile('ledgers', onePage(ledgers.rows.filter((row) => !isSuspense(row))));
    progress.end();
    return { businessDate, lines, suspenseKobo: ledgers.netKobo(suspense.number) };
  }

  /** Opens the identity numbers of customers: a file for another system needs them whole. */
  private async *withNumbers(pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
    const persons = this.app.get(PersonNumbers, { strict: false });
    for await (const page of pages) {
      yield page.map(({ institution_id, sealed_bvn, sealed_nin, ...row }) => {
        const person = {
          institutionId: Number(institution_id),
          bvn: row['bvn'],
          nin: row['nin'],
          sealedBvn: sealed_bvn,
          sealedNin: sealed_nin,
        } as StoredPerson;
        return { ...row, bvn: persons.open(person, 'bvn'), nin: persons.open(person, 'nin') };
      });
    }
  }

  private async ledgerRows(tx: Tx, institutionId: number): Promise<{ rows: Row[]; netKobo: (code: string) => bigint }> {
    const branches = await tx.findBy(Branch, { institutionId });
    const codes = new Map(branches.map(({ id, branchCode }) => [id, branchCode]));
    const balances = await this.app.get(LedgerBalances, { strict: false }).byBranch(tx, institutionId);
    const rows = balances
      .filter(({ netKobo }) => netKobo !== 0n)
      .map(({ code, branchId, netKobo }) => ({
        ledger_code: code,
        branch_code: branchId === HEAD_OFFICE ? '' : codes.get(branchId)!,
        debit: netKobo < 0n ? textOfKobo(-netKobo) : '',
        credit: netKobo > 0n ? textOfKobo(netKobo) : '',
      }))
      .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const netKobo = (code: string): bigint =>
      balances.reduce((sum, balance) => (balance.code === code ? sum + balance.netKobo : sum), 0n);
    return { rows, netKobo };
  }
}

/** The files of the folder that are being written. */
function partialsIn(folder: string): string[] {
  return Object.keys(FILE_COLUMNS)
    .map((name) => path.join(folder, `${name}.csv${PARTIAL}`))
    .filter((file) => existsSync(file));
}

function keyOf({ ledger_code, branch_code }: { ledger_code: string; branch_code: string }): string {
  return `${ledger_code}|${branch_code}`;
}

async function* onePage(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

/** The rows of a statement, page by page, in constant memory. */
async function* rowsOf(tx: Tx, text: string, institutionId: number): AsyncGenerator<Row[]> {
  await tx.query(`DECLARE exported NO SCROLL CURSOR FOR ${text}`, [institutionId]);
  for (;;) {
    const page = await tx.query<Row[]>(`FETCH ${LINES_MAX} FROM exported`);
    if (page.length > 0) yield page;
    if (page.length < LINES_MAX) break;
  }
  await tx.query('CLOSE exported');
}

/** Adds the freezes of frozen accounts, which are worked out from the changes of their status. */
async function* withFreezes(tx: Tx, institutionId: number, pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const page of pages) {
    const frozen = page.filter(({ status }) => status === 'Frozen').map((row) => row['account_number']!);
    const histories = await readFreezeHistories(tx, institutionId, frozen);
    yield page.map((row) => {
      const freezes = row['status'] === 'Frozen' && standingFreezes(histories.get(row['account_number']!) ?? []);
      return freezes ? { ...row, frozen_from: freezes.from, freezes: freezes.kinds.join(' ') } : row;
    });
  }
}

/** Writes a file that only its owner can read: it names customers. @returns its lines; without any there is no file */
async function writeLines(
  file: string,
  name: ImportFileName,
  pages: AsyncIterable<Row[]>,
  progress: ImportProgress,
): Promise<number> {
  const out = await openForWriting(file);
  await writeChunk(out, stringify([[...FILE_COLUMNS[name]]]));
  let lines = 0;
  for await (const page of pages) {
    if (page.length > 0) await writeChunk(out, stringify(page.map((row) => valuesOf(name, row))));
    lines += page.length;
    progress.add(page.length);
  }
  out.end();
  await finished(out);
  if (lines === 0) rmSync(file);
  return lines;
}
