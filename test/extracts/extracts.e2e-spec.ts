import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { extractBalances, extractEntries, extractEvents } from '../../src/cli/extract/extract';
import type { CommandResult, OperatorCommand } from '../../src/cli/operator-command';
import { addDays } from '../../src/common/time/calendar';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { commandContext } from '../support/command-context';
import { beginMonth, businessDateOf, rollDays } from '../support/end-of-day';
import { eventually } from '../support/eventually';

type Row = Record<string, string>;

describe('extracts for a warehouse', () => {
  let app: TestApp;
  let folder: string;
  let account: string;
  let first: string;
  let files = 0;

  const extract = async (
    command: OperatorCommand,
    options: Record<string, string>,
    format = 'csv',
  ): Promise<{ result: CommandResult; file: string }> => {
    const file = path.join(folder, `extract-${(files += 1)}.${format}`);
    const given = { institution: String(app.institutionId), out: file, format, ...options };
    const words = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
    return { result: await command.run(commandContext(app), words), file };
  };
  const rowsOf = async (command: OperatorCommand, options: Record<string, string> = {}): Promise<Row[]> =>
    parse(readFileSync((await extract(command, options)).file), { columns: true }) as unknown as Row[];
  const transfer = async (from: string, to: string, amount: number, valueDate?: string): Promise<void> => {
    dataOf(
      await app.post('/api/postings/v1/posttransaction', {
        debitAccount: from,
        creditAccount: to,
        amount,
        narration: 'Ọlá, "quoted"\nsecond line',
        referenceNumber: freshReference('EX'),
        ...(valueDate === undefined ? {} : { valueDate }),
      }),
    );
  };
  const balanceOn = async (date: string, options: Record<string, string> = {}): Promise<string | undefined> =>
    (await rowsOf(extractBalances, { date, ...options })).find(({ account_number }) => account_number === account)
      ?.balance_kobo;

  beforeAll(async () => {
    app = await TestApp.start();
    folder = mkdtempSync(path.join(tmpdir(), 'corebank-extracts-'));
    await beginMonth(app);
    account = await app.openAccount(1_000);
    first = await businessDateOf(app);
    await rollDays(app, 1);
    await transfer('1010', account, 50);
    await rollDays(app, 1);
    await transfer('1010', account, 7, first);
    await rollDays(app, 1);
    // A day that is not closed.
    await transfer('1010', account, 3);
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('have every entry of the closed dates once, in parts that follow each other', async () => {
    const whole = await extract(extractEntries, {});
    const last = addDays(first, 2);
    expect(whole.result.data).toMatchObject({ nextAfter: last });
    const rows = parse(readFileSync(whole.file), { columns: true }) as unknown as Row[];
    const [counted] = await app.rows<{ count: string }>(
      'SELECT count(*) FROM posting_entry WHERE institution_id = $1 AND business_date <= $2',
      [app.institutionId, last],
    );
    expect(rows).toHaveLength(Number(counted!.count));
    const parts = [
      await rowsOf(extractEntries, { through: first }),
      await rowsOf(extractEntries, { after: first, through: addDays(first, 1) }),
      await rowsOf(extractEntries, { after: addDays(first, 1) }),
    ];
    expect(parts.flat()).toEqual(rows);
    expect(parts.every((part) => part.length > 0)).toBe(true);
    const ours = rows.filter(({ account_number }) => account_number === account);
    expect(ours.map(({ amount_kobo, value_date, business_date }) => [amount_kobo, business_date, value_date])).toEqual([
      ['100000', first, first],
      ['5000', addDays(first, 1), addDays(first, 1)],
      ['700', last, first],
    ]);
    expect(ours[1]).toMatchObject({
      narration: 'Ọlá, "quoted"\nsecond line',
      side: 'credit',
      account_kind: 'customer',
    });
    const debits = rows.filter(({ side }) => side === 'debit').reduce((sum, row) => sum + BigInt(row.amount_kobo!), 0n);
    const credits = rows
      .filter(({ side }) => side === 'credit')
      .reduce((sum, row) => sum + BigInt(row.amount_kobo!), 0n);
    expect(debits).toBe(credits);
  });

  it('have the balances as of any closed day, by booking date and by value date', async () => {
    const [second, third] = [addDays(first, 1), addDays(first, 2)];
    expect(await balanceOn(first)).toBe('100000');
    expect(await balanceOn(second)).toBe('105000');
    expect(await balanceOn(third)).toBe('105700');
    expect(await balanceOn(first, { basis: 'value' })).toBe('100700');
    expect(await balanceOn(first, { basis: 'value', through: second })).toBe('100000');
    const all = await rowsOf(extractBalances, { date: third });
    const net = all.reduce((sum, row) => sum + BigInt(row.debits_kobo!) - BigInt(row.credits_kobo!), 0n);
    expect(net).toBe(0n);
    const vault = all.find(({ account_number }) => account_number === '1010');
    expect(vault).toMatchObject({ account_kind: 'gl', ledger_code: '1010', normal_side: 'debit' });
  });

  it('agree with the trial balance of the day', async () => {
    const date = addDays(first, 1);
    const token = await app.staff('checker');
    const { rows } = dataOf<{ rows: { code: string; balance: number }[] }>(
      await app.get('/api/admin/v1/books/trial-balance', { Date: date, DateBasis: 'BookingDate' }, { token }),
    );
    const byLedger = new Map<string, bigint>();
    for (const row of await rowsOf(extractBalances, { date }))
      byLedger.set(
        row.ledger_code!,
        (byLedger.get(row.ledger_code!) ?? 0n) + BigInt(row.debits_kobo!) - BigInt(row.credits_kobo!),
      );
    const moved = rows.filter(({ balance }) => balance !== 0);
    expect(moved.length).toBeGreaterThan(1);
    expect(moved.map(({ code }) => [code, Number(byLedger.get(code)) / 100])).toEqual(
      moved.map(({ code, balance }) => [code, balance]),
    );
  });

  it.each(['csv', 'parquet'])(
    'give the same bytes when asked again, also after later postings (%s)',
    async (format) => {
      const date = addDays(first, 1);
      const all = async (): Promise<Buffer[]> => {
        const extracts = [
          await extract(extractEntries, { through: date }, format),
          await extract(extractBalances, { date }, format),
          await extract(extractBalances, { date: first, basis: 'value', through: date }, format),
        ];
        return extracts.map(({ file }) => readFileSync(file));
      };
      const before = await all();
      await transfer('1010', account, 1);
      await transfer('1010', account, 1, first);
      expect(await all()).toEqual(before);
      expect(before.every(({ length }) => length > 100)).toBe(true);
    },
  );

  it('have the same rows in Parquet, with types', async () => {
    const { file } = await extract(extractEntries, {}, 'parquet');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file);
    const parquet = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    });
    const csv = await rowsOf(extractEntries);
    const text = (value: unknown, name: string): string => {
      if (value instanceof Date) return value.toISOString().slice(0, name.endsWith('_date') ? 10 : undefined);
      return typeof value === 'string' || typeof value === 'bigint' ? value.toString() : '';
    };
    expect(
      parquet.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value, name)]))),
    ).toEqual(csv);
    expect(typeof parquet[0]!.amount_kobo).toBe('bigint');
    expect(parquet[0]!.business_date).toBeInstanceOf(Date);
  });

  it('have the events by number, and say so when a number is no longer kept', async () => {
    const token = await app.client();
    dataOf(
      await app.approved(
        app.post(
          '/api/admin/v1/webhooks',
          { clientId: app.sandbox.client.clientId, eventTypes: ['account.credited'] },
          { token: await app.staff('administrator') },
        ),
      ),
    );
    await transfer('1010', account, 1);
    await transfer('1010', account, 2);
    await eventually(async () => expect((await rowsOf(extractEvents)).length).toBeGreaterThanOrEqual(2));
    const rows = await rowsOf(extractEvents);
    const { result } = await extract(extractEvents, { after: rows[0]!.sequence! });
    expect(result.data).toMatchObject({ after: Number(rows[0]!.sequence), nextAfter: Number(rows.at(-1)!.sequence) });
    expect(await rowsOf(extractEvents, { after: rows[0]!.sequence! })).toEqual(
      rows.filter(({ sequence }) => sequence !== rows[0]!.sequence),
    );
    const pulled = dataOf<{ events: { id: string }[] }>(
      await app.get('/api/events/v1/events', { After: 0 }, { token }),
    );
    expect(rows.map(({ event_id }) => event_id)).toEqual(expect.arrayContaining(pulled.events.map(({ id }) => id)));
    await app.rows('DELETE FROM event_record WHERE seq = $1', [rows[0]!.sequence]);
    await expect(extract(extractEvents, { after: '0' })).rejects.toThrow('no longer kept');
  });

  it.each([
    ['a date that is not closed', extractBalances, { date: '2999-01-01' }, 'must not be later than'],
    ['a date that never was', extractBalances, { date: '2001-01-01' }, 'never had'],
    ['no date', extractBalances, {}, 'Missing: --date'],
    ['another format', extractEntries, { format: 'xml' }, '--format must be'],
    ['a position after the last date', extractEntries, { after: '2999-01-01' }, '--after must not be'],
    ['a wrong date', extractEntries, { after: '2026-02-30' }, 'must be a date'],
    ['a number above the last event', extractEvents, { through: '999999' }, 'must not be above'],
  ] as [string, OperatorCommand, Record<string, string>, string][])(
    'refuse %s',
    async (_, command, options, message) => {
      await expect(extract(command, options)).rejects.toThrow(message);
    },
  );

  it('have nothing of another institution', async () => {
    const second = await addSecondInstitution(app);
    const institution = String(second.institutionId);
    await expect(extract(extractEntries, { institution })).rejects.toThrow('No business date of the institution');
    expect(await rowsOf(extractEvents, { institution })).toEqual([]);
  });
});
