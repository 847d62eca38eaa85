import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { csvRows, excelRows, fileOf } from './reports-support';

const SCREENING = '/api/admin/v1/aml/screening-report';
const SUSPICIOUS = '/api/admin/v1/aml/suspicious-transactions';
const TRIAL_BALANCE = '/api/admin/v1/ledger/trial-balance';

describe('files for staff', () => {
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('amlOfficer');
    const from = await app.openAccount(9_000_000);
    const to = await app.openAccount();
    for (const amount of [2_000_000, 2_100_000, 2_200_000.5]) {
      expect(
        (
          await app.post(
            '/api/transfer/v1/localfundtransfer',
            { debitAccount: from, creditAccount: to, amount },
            { reference: freshReference('=HOLD') },
          )
        ).status,
      ).toBe(202);
    }
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const file = async (path: string, query: Record<string, string>, as = token): Promise<ReturnType<typeof fileOf>> =>
    fileOf(await app.get(path, query, { token: as }));
  const list = async <Row>(path: string): Promise<Row[]> =>
    dataOf<{ data: Row[] }>(await app.get(path, { Direction: 'Asc' }, { token })).data;

  it.each([
    [SCREENING, 'aml-screening-report', 'Hold'],
    [SUSPICIOUS, 'suspicious-transactions', 'Record'],
  ])('have every row at %s', async (path, name, firstTitle) => {
    const rows = await list<{ id: number; referenceNumber: string; amount: number; reason: string }>(path);
    expect(rows).toHaveLength(3);
    const csv = await file(path, { Format: 'CSV' });
    expect([csv.fileName, csv.mimeType]).toEqual([`${name}.csv`, 'text/csv']);
    const lines = csv.bytes.toString('utf8').slice(1).trimEnd().split('\r\n');
    expect(lines[0]!.startsWith(`"${firstTitle}","Approval"`)).toBe(true);
    rows.forEach((row, index) => {
      expect(lines[index + 1]!.startsWith(`${row.id},`)).toBe(true);
      expect(lines[index + 1]).toContain(`"'${row.referenceNumber}"`);
      expect(lines[index + 1]).toContain(`,${row.amount.toFixed(2)},`);
    });
    const cells = await excelRows((await file(path, { format: 'excel' })).bytes);
    const header = cells.findIndex(([title]) => title === firstTitle);
    expect(cells.slice(header + 1).map(([id, , at, reference]) => [id, at instanceof Date, reference])).toEqual(
      rows.map(({ id, referenceNumber }) => [id, true, referenceNumber]),
    );
    expect(cells.slice(header + 1).every((row) => rows.some(({ amount }) => row.includes(amount)))).toBe(true);
  });

  it.each([SCREENING, SUSPICIOUS])('have only the rows of the period at %s', async (path) => {
    expect(csvRows((await file(path, { Format: 'CSV', EndDate: '2020-01-01' })).bytes)).toHaveLength(1);
    expect((await app.get(path, { Format: 'PDF' }, { token })).status).toBe(400);
  });

  it('are only for staff', async () => {
    for (const path of [SCREENING, SUSPICIOUS, TRIAL_BALANCE])
      expect((await app.get(path, { Format: 'CSV' })).status).toBe(401);
  });

  it('have equal debits and credits in the trial balance', async () => {
    const as = await app.staff('administrator');
    const { rows, totals } = dataOf<{
      rows: { code: string; debits: number; credits: number; balance: number }[];
      totals: { debits: number; credits: number };
    }>(await app.get(TRIAL_BALANCE, {}, { token: as }));
    const csv = await file(TRIAL_BALANCE, { Format: 'CSV' }, as);
    expect(csv.fileName).toMatch(/^trial-balance-\d{4}-\d{2}-\d{2}\.csv$/);
    const [titles, ...lines] = csvRows(csv.bytes);
    expect(titles).toEqual(['Code', 'Ledger', 'Category', 'Debits', 'Credits', 'Balance', 'Accounts']);
    // Names of ledgers may have commas.
    expect(lines.map((line) => [line[0], ...line.slice(-4, -1)])).toEqual([
      ...rows.map(({ code, debits, credits, balance }) => [
        code,
        debits.toFixed(2),
        credits.toFixed(2),
        balance.toFixed(2),
      ]),
      ['', totals.debits.toFixed(2), totals.credits.toFixed(2), '0.00'],
    ]);
    const cells = await excelRows((await file(TRIAL_BALANCE, { Format: 'Excel' }, as)).bytes);
    expect(cells.at(-1)![3]).toBe(totals.debits);
    expect(cells.find(([code]) => code === rows[0]!.code)![3]).toBe(rows[0]!.debits);
  });
});
