import type { INestApplicationContext } from '@nestjs/common';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import type { DataImport } from './data-import.entity';
import type { ImportFileName } from './import-files';
import type { LineContent } from './imported-line';
import { bookOpening, type BroughtBalance, JOURNAL_LEGS_MAX } from './opening-journals';

/** A staged line as a step reads it. */
export interface StagedLine {
  line: string;
  target_id: string;
  owner_id: string | null;
  balance_kobo: string;
  branch_code: string | null;
  customer_type: string | null;
  content: LineContent;
}

/** The surroundings of one transaction of loading. */
export interface StepContext {
  app: INestApplicationContext;
  tx: Tx;
  started: DataImport;
  suspenseAccountId: number;
  actor: string;
}

/** A step of loading: the lines that it reads, how many in one transaction, and what it writes of them. */
export interface ImportStep {
  name: string;
  file: ImportFileName;
  linesMax: number;
  /** Only lines with this condition on `r`. */
  where?: string;
  load(context: StepContext, lines: readonly StagedLine[]): Promise<void>;
}

const LINES_MAX = 1000;
const BALANCES_MAX = JOURNAL_LEGS_MAX - 1;

/** Every step, in the order in which they load. */
export const IMPORT_STEPS: readonly ImportStep[] = [
  { name: 'customers', file: 'customers', linesMax: LINES_MAX, load: loadCustomers },
  { name: 'accounts', file: 'accounts', linesMax: LINES_MAX, load: loadAccounts },
  {
    name: 'account-balances',
    file: 'accounts',
    linesMax: BALANCES_MAX,
    where: 'r.balance_kobo <> 0',
    load: (context, lines) =>
      book(
        context,
        'accounts',
        lines,
        lines.map((line) => ({ accountId: Number(line.target_id), balanceKobo: BigInt(line.balance_kobo) })),
      ),
  },
  {
    name: 'ledger-balances',
    file: 'ledgers',
    linesMax: BALANCES_MAX,
    where: `r.balance_kobo <> 0 AND NOT (r.content ->> 'isControl')::boolean`,
    load: (context, lines) =>
      book(
        context,
        'ledgers',
        lines,
        lines.map((line) => ({
          accountId: line.content.ledgerId!,
          balanceKobo: BigInt(line.balance_kobo),
          narration: `Opening balance of branch ${line.branch_code}`,
        })),
      ),
  },
  { name: 'liens', file: 'liens', linesMax: LINES_MAX, load: loadLiens },
];

async function loadCustomers({ tx }: StepContext, lines: readonly StagedLine[]): Promise<void> {
  await insertRows(
    tx,
    lines.flatMap(({ content }) => content.rows),
  );
}

async function loadAccounts({ app, tx }: StepContext, lines: readonly StagedLine[]): Promise<void> {
  const rows = lines.flatMap(({ content, owner_id }) =>
    content.rows.map(({ table, values }) => ({ table, values: { ...values, customer_id: owner_id } })),
  );
  await insertRows(tx, rows);
  const records = lines.map(({ content, customer_type }) => ({ ...content.record!, customerType: customer_type }));
  await app.get(LedgerAccounts, { strict: false }).openDeposits(tx, records);
}

async function loadLiens({ app, tx, started }: StepContext, lines: readonly StagedLine[]): Promise<void> {
  const lienedKobo = new Map<number, bigint>();
  for (const { owner_id, content } of lines) {
    const accountId = Number(owner_id);
    lienedKobo.set(accountId, (lienedKobo.get(accountId) ?? 0n) + BigInt(content.lienKobo!));
  }
  const ledgerAccounts = app.get(LedgerAccounts, { strict: false });
  const locked = await ledgerAccounts.lockAll(tx, started.institutionId, [...lienedKobo.keys()]);
  await insertRows(
    tx,
    lines.flatMap(({ content, owner_id }) =>
      content.rows.map(({ table, values }) => ({ table, values: { ...values, account_id: owner_id } })),
    ),
  );
  for (const [accountId, changeKobo] of lienedKobo)
    await ledgerAccounts.changeLiened(tx, locked.get(accountId)!, changeKobo);
}

async function book(
  { app, tx, started, suspenseAccountId, actor }: StepContext,
  file: string,
  lines: readonly StagedLine[],
  balances: readonly BroughtBalance[],
): Promise<void> {
  await bookOpening(app, tx, {
    institutionId: started.institutionId,
    reference: `IMPORT-${started.id}-${file}-${lines[0]!.line}`,
    maker: actor,
    cutOverOn: started.cutOverOn!,
    suspenseAccountId,
    balances,
  });
}
