import { printedPeriod } from '../../src/common/time/printed-date';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import { readPdf } from '../support/read-pdf';
import {
  csvRows,
  excelRows,
  EXPORT,
  fileOf,
  nextBusinessDate,
  type Statement,
  statement,
  transfer,
} from './reports-support';

describe('statement export', () => {
  let app: TestApp;
  let account: string;
  let from: string;
  let to: string;
  let expected: Statement;

  beforeAll(async () => {
    app = await TestApp.start();
    account = await app.openAccount(1_000_000);
    const other = await app.openAccount();
    from = await nextBusinessDate(app);
    for (let index = 1; index <= 45; index += 1) {
      if (index === 30) await nextBusinessDate(app);
      if (index % 3 === 0) await transfer(app, other, account, index / 100);
      else
        await transfer(app, account, other, Math.round(index * 1001) / 100, {
          narration: ['=1+1', '+Rent Ọlámidé', '@home', '-5.00', 'Plain'][index % 5],
        });
    }
    to = await businessDateOf(app);
    expected = await statement(app, account, from, to);
    expect(expected.recordCount).toBe(45);
    const token = await app.staff('administrator');
    dataOf(
      await app.approved(
        app.put('/api/admin/v1/configuration/LETTERHEAD_ADDRESS', { value: '12 Marina, Lagos Island' }, { token }),
      ),
    );
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const exported = async (FileExportFormat: string): ReturnType<typeof fetchFile> =>
    fetchFile({ AccountNumber: account, FinancialDateFrom: from, FinancialDateTo: to, FileExportFormat });
  async function fetchFile(query: Record<string, string>): Promise<ReturnType<typeof fileOf>> {
    return fileOf(await app.get(EXPORT, query));
  }

  it('is a CSV file of opening balance, rows, totals and closing balance', async () => {
    const { fileName, mimeType, bytes } = await exported('CSV');
    expect([fileName, mimeType]).toEqual([`statement-${account}-${from}-${to}.csv`, 'text/csv']);
    const [titles, opening, ...rest] = csvRows(bytes);
    expect(titles).toEqual([
      'Financial date',
      'Value date',
      'Transaction time',
      'Narration',
      'Reference',
      'Debit',
      'Credit',
      'Balance',
    ]);
    expect(opening).toEqual(['', '', '', 'Opening balance', '', '', '', '1000000.00']);
    expect(rest.slice(-2)).toEqual([
      ['', '', '', 'Totals', '', expected.totalDebit.toFixed(2), expected.totalCredit.toFixed(2), ''],
      ['', '', '', 'Closing balance', '', '', '', expected.closingBalance.toFixed(2)],
    ]);
    const rows = rest.slice(0, -2);
    const amount = (naira: number): string => (naira === 0 ? '' : naira.toFixed(2));
    const harmless = (text: string): string => (/^[=+@-]/.test(text) ? `'${text}` : text);
    expect(rows.map(([date, valueDate, , ...cells]) => [date, valueDate, ...cells])).toEqual(
      expected.data.map((row) => [
        row.financialDate,
        row.valueDate,
        harmless(row.narration),
        row.referenceNumber,
        amount(row.debit),
        amount(row.credit),
        row.balance.toFixed(2),
      ]),
    );
    expect(rows.every(([, , time]) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(time!))).toBe(true);
  });

  it('is an Excel file with dates, numbers and text that is no formula', async () => {
    const { fileName, bytes } = await exported('Excel');
    expect(fileName).toBe(`statement-${account}-${from}-${to}.xlsx`);
    const rows = await excelRows(bytes);
    expect(rows[0]).toEqual(['Statement of account']);
    expect(rows.slice(1, 14)).toContainEqual(['Account number', account]);
    expect(rows.slice(1, 14)).toContainEqual(['Closing balance', expected.closingBalance]);
    const header = rows.findIndex(([first]) => first === 'Financial date');
    expect(rows[header + 1]![7]).toBe(1_000_000);
    const movements = rows.slice(header + 2, -2);
    expect(
      movements.map(([date, , , narration, reference, debit, credit, balance]) => ({
        financialDate: (date as Date).toISOString().slice(0, 10),
        narration,
        referenceNumber: reference,
        debit: debit ?? 0,
        credit: credit ?? 0,
        balance,
      })),
    ).toEqual(
      expected.data.map(({ financialDate, narration, referenceNumber, debit, credit, balance }) => ({
        financialDate,
        narration,
        referenceNumber,
        debit,
        credit,
        balance,
      })),
    );
    expect(
      rows.slice(-2).map((row) => [row[3], row[5] ?? undefined, row[6] ?? undefined, row[7] ?? undefined]),
    ).toEqual([
      ['Totals', expected.totalDebit, expected.totalCredit, undefined],
      ['Closing balance', undefined, undefined, expected.closingBalance],
    ]);
  });

  it('is a PDF with letterhead, account, a header on each page and the balances', async () => {
    const { fileName, mimeType, bytes } = await exported('PDF');
    expect([fileName, mimeType]).toEqual([`statement-${account}-${from}-${to}.pdf`, 'application/pdf']);
    const { pages, info } = readPdf(bytes);
    expect(pages.length).toBeGreaterThan(1);
    expect(info).toMatchObject({ Title: 'Statement of account', Author: 'Corebank Sandbox Microfinance Bank' });
    for (const text of [
      'CorebankSandboxMicrofinanceBank',
      '12Marina,LagosIsland',
      'Statementofaccount',
      account,
      'TestPerson',
      printedPeriod({ from, to }).replace(/\s/g, ''),
      '₦1,000,000.00',
    ])
      expect(pages[0]).toContain(text);
    pages.forEach((page, index) => {
      if (index === 0 || page.includes('REF-'))
        expect(page).toContain('FinancialdateValuedateTransactiontimeNarrationReferenceDebitCreditBalance');
      expect(page).toContain(`Page${index + 1}of${pages.length}`);
    });
    const text = pages.join('');
    expect(text).toContain('Ọlámidé');
    for (const { referenceNumber } of expected.data) expect(text).toContain(referenceNumber.slice(0, 10));
    expect(text).toContain(
      `Closingbalance${expected.closingBalance.toLocaleString('en', { minimumFractionDigits: 2 })}`,
    );
  });

  it('has balances and no rows for a period without movements', async () => {
    const rows = csvRows(
      (
        await fetchFile({
          AccountNumber: account,
          FinancialDateFrom: '2999-01-01',
          FinancialDateTo: '2999-01-31',
          FileExportFormat: 'CSV',
        })
      ).bytes,
    ).slice(1);
    const balance = expected.closingBalance.toFixed(2);
    expect(rows.map(([, , , narration, , debit, credit, amount]) => [narration, debit, credit, amount])).toEqual([
      ['Opening balance', '', '', balance],
      ['Totals', '0.00', '0.00', ''],
      ['Closing balance', '', '', balance],
    ]);
  });

  it('refuses a PDF of too many rows without reading them and names the alternatives', async () => {
    // The number of the last entry gives the number of rows.
    const busy = await app.openAccount(10);
    await app.rows(
      `INSERT INTO posting_entry SELECT (jsonb_populate_record(e, jsonb_build_object('seq', e.seq + n))).* FROM posting_entry e, generate_series(1, 5000) n, ledger_account l
        WHERE l.number = $1 AND e.institution_id = l.institution_id AND e.account_id = l.id AND e.seq = 1`,
      [busy],
    );
    await app.rows('UPDATE ledger_account SET entry_seq = 5001 WHERE number = $1', [busy]);
    const query = {
      AccountNumber: busy,
      FinancialDateFrom: '2020-01-01',
      FinancialDateTo: '2999-01-01',
      FileExportFormat: 'PDF',
    };
    const { status, body } = await app.get(EXPORT, query);
    await app.rows(
      'DELETE FROM posting_entry e USING ledger_account l WHERE l.number = $1 AND e.account_id = l.id AND e.seq > 1',
      [busy],
    );
    await app.rows('UPDATE ledger_account SET entry_seq = 1 WHERE number = $1', [busy]);
    expect([status, body.data]).toEqual([422, { statusCode: 'EXPORT_TOO_LARGE', rows: 5001, rowsMax: 5000 }]);
    expect(body.message).toBe(
      'The period has 5,001 rows; a PDF file has at most 5,000. Choose Excel or CSV, or a shorter period.',
    );
    expect((await app.get(EXPORT, query)).status).toBe(200);
  });

  it('fails when a balance does not follow from the one before', async () => {
    const broken = await app.openAccount(10);
    await app.rows(
      'UPDATE posting_entry e SET balance_after_kobo = 999 FROM ledger_account l WHERE l.number = $1 AND e.account_id = l.id',
      [broken],
    );
    const { status, body } = await app.get(EXPORT, {
      AccountNumber: broken,
      FinancialDateFrom: '2020-01-01',
      FinancialDateTo: '2999-01-01',
      FileExportFormat: 'CSV',
    });
    await app.rows(
      'UPDATE posting_entry e SET balance_after_kobo = 1000 FROM ledger_account l WHERE l.number = $1 AND e.account_id = l.id',
      [broken],
    );
    expect([status, body.data.statusCode]).toEqual([500, 'INTERNAL_ERROR']);
  });

  it.each(['Word', 'pdf ', ''])('refuses the format %j', async (FileExportFormat) => {
    expect(
      (
        await app.get(EXPORT, {
          AccountNumber: account,
          FinancialDateFrom: from,
          FinancialDateTo: to,
          FileExportFormat,
        })
      ).status,
    ).toBe(400);
  });
});
