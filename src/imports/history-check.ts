import type { INestApplicationContext } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { type CsvRecord, readCsv } from './csv-records';
import { closingViolation, type HistoryAccount, HistoryOrder, type StatedEntry, statedEntry } from './history-line';
import type { FoundFile } from './import-files';
import type { ImportProgress } from './import-progress';
import type { ImportReferences } from './import-references';
import type { HistoryTotal, HistoryTotals } from './import-totals';
import { RecordFields } from './record-fields';
import { stagedText } from './staged-json';

const LINES_MAX = 5_000;

const ACCOUNTS = `
  SELECT key AS number, branch_code, product_code, balance_kobo::text AS balance_kobo, false AS has_history
    FROM import_row WHERE institution_id = $1 AND import_id = $2 AND file = 'accounts' AND key = ANY($3)
     AND refusal IS NULL
  UNION ALL
  SELECT d.account_number, b.branch_code, p.code, NULL,
         EXISTS (SELECT 1 FROM brought_entry e WHERE e.institution_id = $1 AND e.account_id = d.id)
    FROM deposit_account d JOIN branch b ON b.institution_id = $1 AND b.id = d.branch_id
    JOIN product p ON p.institution_id = $1 AND p.id = d.product_id
    JOIN customer c ON c.institution_id = $1 AND c.id = d.customer_id AND c.erased_at IS NULL
   WHERE d.institution_id = $1 AND d.account_number = ANY($3)`;

const REFUSE = `INSERT INTO import_row (institution_id, import_id, file, line, key, target_id, content, refusal)
  SELECT $1, $2, 'history', line, key, 0, '{"rows": []}', refusal
    FROM jsonb_to_recordset($3::jsonb) AS refused (line bigint, key varchar, refusal varchar)
  RETURNING 1`;

interface AccountRow {
  number: string;
  branch_code: string;
  product_code: string;
  balance_kobo: string | null;
  has_history: boolean;
}

interface RefusedLine {
  line: number;
  key: string;
  refusal: string;
}

/** The last line of the account that is being read. */
interface Open {
  entry: StatedEntry;
  line: number;
  account: HistoryAccount | undefined;
  isRefused: boolean;
}

/**
 * Reads a file of history without staging it: counts its lines, and stages refused ones with their reason. Its lines
 * are read again when they are loaded.
 */
export class HistoryCheck {
  private readonly unitOfWork: UnitOfWork;
  private readonly order = new HistoryOrder();
  private readonly lines = { accepted: 0, refused: 0 };
  private readonly byProduct = new Map<string, Sums>();
  private readonly byBranch = new Map<string, Sums>();
  private open: Open | undefined;
  /** The accounts of the lines at hand. */
  private accounts = new Map<string, HistoryAccount>();

  constructor(
    app: INestApplicationContext,
    private readonly references: ImportReferences,
    private readonly importId: number,
  ) {
    this.unitOfWork = app.get(UnitOfWork);
  }

  /** @throws CsvFileError */
  async run(file: FoundFile, progress: ImportProgress): Promise<HistoryTotals> {
    progress.begin(`reading ${file.name}`);
    let records: CsvRecord[] = [];
    for await (const record of readCsv(file.path, file.columns)) {
      records.push(record);
      if (records.length < LINES_MAX) continue;
      await this.check(records);
      progress.add(records.length);
      records = [];
    }
    await this.check(records);
    progress.add(records.length);
    const refused: RefusedLine[] = [];
    this.close(refused);
    await this.refuse(refused);
    return { lines: this.lines, byProduct: totalsOf(this.byProduct), byBranch: totalsOf(this.byBranch) };
  }

  private async check(records: readonly CsvRecord[]): Promise<void> {
    const refused: RefusedLine[] = [];
    await this.readAccounts(records);
    for (const { line, fields: columns } of records) {
      const fields = new RecordFields(columns);
      const entry = statedEntry(fields, this.references.institution.businessDate);
      const account = this.accounts.get(entry.accountNumber);
      if (this.open && this.open.entry.accountNumber !== entry.accountNumber) this.close(refused);
      this.order.check(entry, account, fields);
      const refusal = fields.refusal();
      this.settle();
      if (refusal !== null) refused.push({ line, key: entry.accountNumber, refusal });
      this.open = { entry, line, account, isRefused: refusal !== null };
    }
    await this.refuse(refused);
  }

  /** Counts the line before, which is not the last one of its account. */
  private settle(): void {
    if (!this.open) return;
    const { entry, account, isRefused } = this.open;
    this.open = undefined;
    if (isRefused) {
      this.lines.refused += 1;
      return;
    }
    this.lines.accepted += 1;
    if (!account) return;
    add(this.byProduct, account.productCode, entry);
    add(this.byBranch, account.branchCode, entry);
  }

  /** Counts the last line of an account, whose balance is that of the account. */
  private close(refused: RefusedLine[]): void {
    if (!this.open) return;
    const { entry, account, line, isRefused } = this.open;
    const fault = isRefused ? undefined : closingViolation(entry, account);
    if (fault !== undefined) {
      refused.push({ line, key: entry.accountNumber, refusal: fault });
      this.open.isRefused = true;
    }
    this.settle();
  }

  private async readAccounts(records: readonly CsvRecord[]): Promise<void> {
    const { institutionId } = this.references.institution;
    const stated = records.map(({ fields }) => (fields['account_number'] ?? '').trim());
    // Other texts are refused; some of them the database would not even take.
    const numbers = new Set(stated.filter((number) => /^\d{10}$/.test(number)));
    const known = new Map([...this.accounts].filter(([number]) => numbers.has(number)));
    const unknown = [...numbers].filter((number) => !known.has(number));
    const rows =
      unknown.length === 0
        ? []
        : await this.unitOfWork.read(institutionId, (tx) =>
            tx.query<AccountRow[]>(ACCOUNTS, [institutionId, this.importId, unknown]),
          );
    for (const { number, branch_code, product_code, balance_kobo, has_history } of rows)
      known.set(number, {
        branchCode: branch_code,
        productCode: product_code,
        balanceKobo: balance_kobo === null ? null : BigInt(balance_kobo),
        hasHistory: has_history,
      });
    this.accounts = known;
  }

  private async refuse(refused: readonly RefusedLine[]): Promise<void> {
    if (refused.length === 0) return;
    const { institutionId } = this.references.institution;
    await this.unitOfWork.run(institutionId, (tx) =>
      tx.query(REFUSE, [institutionId, this.importId, stagedText(refused)]),
    );
  }
}

interface Sums {
  count: number;
  debitKobo: bigint;
  creditKobo: bigint;
}

function add(sums: Map<string, Sums>, name: string, { debitKobo, creditKobo }: StatedEntry): void {
  const known = sums.get(name) ?? { count: 0, debitKobo: 0n, creditKobo: 0n };
  known.count += 1;
  known.debitKobo += debitKobo;
  known.creditKobo += creditKobo;
  sums.set(name, known);
}

function totalsOf(sums: ReadonlyMap<string, Sums>): Record<string, HistoryTotal> {
  return Object.fromEntries(
    [...sums].map(([name, { count, debitKobo, creditKobo }]) => [
      name,
      { count, debitKobo: debitKobo.toString(), creditKobo: creditKobo.toString() },
    ]),
  );
}
