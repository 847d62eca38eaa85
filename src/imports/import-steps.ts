import { keepBroughtInterest } from '../accounts/interest/booking/brought-interest';
import { OPENING_INTEREST } from '../accounts/interest/interest-kinds';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { Clock } from '../common/time/clock';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { ProvisionAccounts, RESERVE } from '../loans/provisions/provision-accounts';
import { broughtFreezeRows } from './brought-freezes';
import { loadDeposits } from './load-deposits';
import { loadLoans } from './load-loans';
import { loadMandates } from './load-mandates';
import { bookOpening, type BroughtBalance, JOURNAL_LEGS_MAX, journalsOf } from './opening-journals';
import type { ImportStep, StagedLine, StepContext } from './step-context';

const LINES_MAX = 1000;
const BALANCES_MAX = JOURNAL_LEGS_MAX - 1;
const CONTRACTS_MAX = 250;

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
    name: 'account-interest',
    file: 'accounts',
    linesMax: LINES_MAX,
    where: `r.content ? 'interest'`,
    load: loadInterest,
  },
  {
    name: 'ledger-balances',
    file: 'ledgers',
    linesMax: BALANCES_MAX,
    where: `coalesce(r.booked_kobo, r.balance_kobo) <> 0 AND NOT (r.content ->> 'isControl')::boolean`,
    load: loadLedgers,
  },
  { name: 'liens', file: 'liens', linesMax: LINES_MAX, load: loadLiens },
  { name: 'mandates', file: 'mandates', linesMax: LINES_MAX, load: loadMandates },
  {
    name: 'loans',
    file: 'loans',
    linesMax: CONTRACTS_MAX,
    itemsFile: 'loan_instalments',
    load: async (context, lines) => bookContracts(context, 'loans', lines, await loadLoans(context, lines)),
  },
  {
    name: 'deposits',
    file: 'deposits',
    linesMax: CONTRACTS_MAX,
    itemsFile: 'deposit_parts',
    load: async (context, lines) => bookContracts(context, 'deposits', lines, await loadDeposits(context, lines)),
  },
];

async function loadCustomers({ tx }: StepContext, lines: readonly StagedLine[]): Promise<void> {
  await insertRows(
    tx,
    lines.flatMap(({ content }) => content.rows),
  );
}

async function loadAccounts(context: StepContext, lines: readonly StagedLine[]): Promise<void> {
  const { app, tx } = context;
  const rows = lines.flatMap(({ content, owner_id }) =>
    content.rows.map(({ table, values }) => ({ table, values: { ...values, customer_id: owner_id } })),
  );
  await insertRows(tx, rows);
  const records = lines.map(({ content, customer_type }) => ({ ...content.record!, customerType: customer_type }));
  await app.get(LedgerAccounts, { strict: false }).openDeposits(tx, records);
  await loadFreezes(
    context,
    lines.filter(({ content }) => content.freezes !== undefined),
  );
}

async function loadFreezes(
  { app, tx, started: { institutionId }, actor }: StepContext,
  lines: readonly StagedLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const count = lines.reduce((sum, { content }) => sum + content.freezes!.kinds.length, 0);
  const ids = await app.get(IdAllocator).block(count);
  const at = app.get(Clock).institutionNow(institutionId);
  await insertRows(
    tx,
    lines.flatMap(({ target_id, content: { freezes, record } }) => {
      const change = { institutionId, accountId: Number(target_id), accountNumber: record!.number, actor, at };
      return broughtFreezeRows(freezes!, change, ids);
    }),
  );
}

/** Interest is booked as a total of its product and branch, as every night books it. */
async function loadInterest(context: StepContext, lines: readonly StagedLine[]): Promise<void> {
  const payables = await keepBroughtInterest(
    context.tx,
    context.started.institutionId,
    lines.map(({ content, target_id }) => ({ ...content.interest!, accountId: Number(target_id) })),
  );
  const balances = payables.map(({ ledgerId, branchId, kobo }) => ({
    accountId: ledgerId,
    balanceKobo: kobo,
    narration: 'Savings interest earned before the opening',
    branchId,
    role: 'interest' as const,
  }));
  await book(context, 'accounts', lines, balances, '-interest', OPENING_INTEREST);
}

async function loadLedgers(context: StepContext, lines: readonly StagedLine[]): Promise<void> {
  const reserveId = lines.some(({ content }) => content.isReserve) ? await reserveAccount(context) : 0;
  await book(
    context,
    'ledgers',
    lines,
    lines.map(({ content, balance_kobo, booked_kobo, branch_code }) => ({
      accountId: content.isReserve ? reserveId : content.ledgerId!,
      balanceKobo: BigInt(booked_kobo ?? balance_kobo),
      narration: branch_code ? `Opening balance of branch ${branch_code}` : 'Opening balance of the head office',
      branchId: branch_code ? context.references.branches.get(branch_code)!.id : null,
    })),
  );
}

/** The account of record of the regulatory risk reserve, opened when it is the first. */
async function reserveAccount({ app, tx, started, references }: StepContext): Promise<number> {
  const provisions = app.get(ProvisionAccounts, { strict: false });
  const open = await provisions.lock(tx, started.institutionId);
  const known = open.find(({ group }) => group.classification === RESERVE.classification);
  return known?.accountId ?? provisions.open(tx, started.institutionId, RESERVE, references.reserveLedgerId!);
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
  { app, tx, started, references, actor }: StepContext,
  file: string,
  lines: readonly StagedLine[],
  balances: readonly BroughtBalance[],
  part = '',
  kind = 'opening',
): Promise<void> {
  await bookOpening(app, tx, {
    institutionId: started.institutionId,
    reference: `IMPORT-${started.id}-${file}-${lines[0]!.line}${part}`,
    maker: actor,
    cutOverOn: started.cutOverOn!,
    suspenseAccountId: references.suspense.id,
    balances,
    kind,
  });
}

/** Books the balances of contracts in as many journals as they need. */
async function bookContracts(
  context: StepContext,
  file: string,
  lines: readonly StagedLine[],
  contracts: readonly (readonly BroughtBalance[])[],
): Promise<void> {
  for (const [index, balances] of journalsOf(contracts).entries())
    await book(context, file, lines, balances, `-${index}`);
}
