import * as fc from 'fast-check';
import { addDays } from '../../src/common/time/calendar';
import { activeLoan } from '../loans/loans-support';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import {
  csvRows,
  EXPORT,
  fileOf,
  HISTORY,
  nextBusinessDate,
  type Row,
  STATEMENT,
  type Statement,
  statement,
} from './reports-support';

interface Entry {
  seq: string;
  postingId: string;
  valueDate: string;
  kobo: string;
}

const VALUE = { DateBasis: 'ValueDate' };
const kobo = (naira: number): number => Math.round(naira * 100);

describe('statement by value date', () => {
  let app: TestApp;
  let account: string;
  let first: string;
  let last: string;
  let entries: Entry[];

  async function entriesOf(number: string): Promise<Entry[]> {
    return app.rows<Entry>(
      `SELECT e.seq, e.posting_id AS "postingId", p.value_date::text AS "valueDate",
              CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END AS kobo
         FROM posting_entry e JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
         JOIN ledger_account l ON l.institution_id = e.institution_id AND l.id = e.account_id
        WHERE l.number = $1 ORDER BY p.value_date, e.seq`,
      [number],
    );
  }

  /** Cash received or paid over six business dates, each with a value date up to five days back. */
  beforeAll(async () => {
    app = await TestApp.start();
    account = await app.openAccount(0);
    first = await businessDateOf(app);
    const plan = fc.sample(
      fc.record({
        kobo: fc.integer({ min: 1, max: 900_000 }),
        back: fc.integer({ min: 0, max: 5 }),
        paid: fc.boolean(),
      }),
      { numRuns: 60, seed: 20261123 },
    );
    let date = first;
    for (const [index, { kobo: amountKobo, back, paid }] of plan.entries()) {
      if (index > 0 && index % 10 === 0) date = await nextBusinessDate(app);
      const valueDate = addDays(date, -back);
      const isPaid = paid && index > 20;
      dataOf(
        await app.post('/api/postings/v1/posttransaction', {
          debitAccount: isPaid ? account : '1010',
          creditAccount: isPaid ? '1010' : account,
          amount: (isPaid ? Math.ceil(amountKobo / 100) : amountKobo) / 100,
          narration: `Movement ${index}`,
          referenceNumber: freshReference(),
          postingsTransactionType: 1,
          valueDate: valueDate < first ? first : valueDate,
        }),
      );
    }
    last = date;
    entries = await entriesOf(account);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('has, for every pair of dates, the entries valued in them and running balances in that order', async () => {
    expect(entries.some(({ seq }, index) => index > 0 && Number(seq) < Number(entries[index - 1]!.seq))).toBe(true);
    const dates = Array.from({ length: 8 }, (_, day) => addDays(first, day - 1));
    expect(dates.at(-1)).toBe(addDays(last, 1));
    for (const from of dates)
      for (const to of dates.filter((date) => date >= from)) {
        const found = await statement(app, account, from, to, VALUE);
        const expected = entries.filter(({ valueDate }) => from <= valueDate && valueDate <= to);
        const opening = entries
          .filter(({ valueDate }) => valueDate < from)
          .reduce((sum, row) => sum + Number(row.kobo), 0);
        let balance = opening;
        expect(found.data.map((row) => [String(row.transactionID), row.valueDate, kobo(row.balance)])).toEqual(
          expected.map((row) => [row.postingId, row.valueDate, (balance += Number(row.kobo))]),
        );
        const sum = (sign: number): number =>
          expected.reduce((total, row) => total + Math.max(0, sign * Number(row.kobo)), 0);
        expect([found.openingBalance, found.totalCredit, found.totalDebit, found.closingBalance].map(kobo)).toEqual([
          opening,
          sum(1),
          sum(-1),
          balance,
        ]);
        expect(found.recordCount).toBe(expected.length);
      }
  });

  it('has the same rows in pages, oldest and newest first', async () => {
    const whole = await statement(app, account, first, last, VALUE);
    for (const Direction of ['Asc', 'Desc']) {
      const rows: Row[] = [];
      for (let PageNumber = 1; PageNumber <= 9; PageNumber += 1)
        rows.push(
          ...(await statement(app, account, first, last, { ...VALUE, Direction, PageNumber, PageSize: 7 })).data,
        );
      expect(rows).toEqual(Direction === 'Asc' ? whole.data : [...whole.data].reverse());
    }
  });

  it('says by which date it is, and is by booking date unless asked otherwise', async () => {
    const query = { AccountNumber: account, FinancialDateFrom: last, FinancialDateTo: last };
    const booked = dataOf<Statement & { dateBasis: string }>(await app.get(STATEMENT, query));
    expect(booked.dateBasis).toBe('BookingDate');
    expect(booked.data.every(({ financialDate }) => financialDate === last)).toBe(true);
    expect(booked.data.some(({ valueDate }) => valueDate < last)).toBe(true);
    expect(await app.get(STATEMENT, { ...query, ...VALUE })).toMatchObject({
      body: { data: { dateBasis: 'ValueDate' } },
    });
  });

  it('refuses another date than the two', async () => {
    for (const path of [STATEMENT, HISTORY, EXPORT]) {
      const { status, body } = await app.get(path, {
        AccountNumber: account,
        FinancialDateFrom: first,
        FinancialDateTo: last,
        DateBasis: 'value',
        ...(path === EXPORT ? { FileExportFormat: 'CSV' } : {}),
      });
      expect([status, body.data.errors]).toEqual([
        400,
        [{ field: 'DateBasis', message: expect.any(String) as string }],
      ]);
    }
  });

  it('exports both dates, in the order of value dates', async () => {
    const query = { AccountNumber: account, FinancialDateFrom: first, FinancialDateTo: last, FileExportFormat: 'CSV' };
    const [titles, opening, ...rows] = csvRows(fileOf(await app.get(EXPORT, { ...query, ...VALUE })).bytes);
    expect(titles!.slice(0, 2)).toEqual(['Financial date', 'Value date']);
    expect(opening!.at(-1)).toBe('0.00');
    const { data, closingBalance } = await statement(app, account, first, last, VALUE);
    expect(rows.slice(0, -2).map((row) => [row[0], row[1], row.at(-1)])).toEqual(
      data.map((row) => [row.financialDate, row.valueDate, row.balance.toFixed(2)]),
    );
    expect(rows.at(-1)!.at(-1)).toBe(closingBalance.toFixed(2));
  });

  it('gives the history the same order and balances, also for a single transaction', async () => {
    const query = { AccountNumber: account, FinancialDateFrom: first, FinancialDateTo: last, ...VALUE, PageSize: 200 };
    const whole = await statement(app, account, first, last, VALUE);
    const { data } = dataOf<{ data: Row[] }>(await app.get(HISTORY, { ...query, Direction: 'Asc' }));
    expect(data.map(({ transactionID, balance }) => [transactionID, balance])).toEqual(
      whole.data.map(({ transactionID, balance }) => [transactionID, balance]),
    );
    const chosen = whole.data.find(({ valueDate, financialDate }) => valueDate < financialDate)!;
    const PostingReferenceNumber = chosen.postingReferenceNumber;
    const single = dataOf<{ data: Row[] }>(await app.get(HISTORY, { ...query, PostingReferenceNumber }));
    expect(single.data.map(({ balance }) => balance)).toEqual([chosen.balance]);
    const late = { ...query, FinancialDateFrom: addDays(chosen.valueDate, 1), PostingReferenceNumber };
    expect(dataOf<{ data: Row[] }>(await app.get(HISTORY, late)).data).toEqual([]);
  });

  it('shows an instalment that the end of day collects on its due date', async () => {
    const { linkedNumber } = await activeLoan(app, { tenure: 1 });
    const [row] = await app.rows<{ date: string }>(
      `SELECT next_due_date::text AS date FROM loan WHERE institution_id = $1 AND linked_number = $2`,
      [app.institutionId, linkedNumber],
    );
    const due = row!.date;
    const today = await businessDateOf(app);
    await rollDays(app, Math.round((Date.parse(due) - Date.parse(today)) / 86_400_000) + 1);
    // A month that ends the day before leaves tax on interest with an earlier value date.
    const instalment = (found: Statement): string[][] =>
      found.data
        .filter(({ debit, valueDate }) => debit > 0 && valueDate === due)
        .map(({ financialDate, valueDate }) => [financialDate, valueDate]);
    expect(instalment(await statement(app, linkedNumber, due, due))).toEqual([]);
    expect(instalment(await statement(app, linkedNumber, due, due, VALUE))).toEqual([[addDays(due, 1), due]]);
  });
});
