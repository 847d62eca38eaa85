import type { Response } from 'supertest';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { hire } from '../support/hire';
import { activeLoan, type NamedLoan } from './loans-support';
import { activeGroup, approve, askChange, dayProduct, fundCollections, loanOf } from './servicing-support';

const TIMEOUT_MS = 300_000;
const LOANS = '/api/admin/v1/loans';
const SHORT = {
  productCode: 'LND01',
  loanAmount: 90_000,
  tenure: 30,
  principalRepaymentEvery: 10,
  principalRepaymentFrequency: 0,
};

const CHOICES = ['Due', 'Deferred', 'Capitalised'];

interface Line {
  accountNumber: string;
  side: string;
  amount: number;
}
interface Row {
  id: number | null;
  dueDate: string;
}
interface Restructured {
  now: { total: number; interestRate: number; maturityDate: string };
  then: { total: number; interestRate: number; maturityDate: string; instalment: number };
  rows: Row[];
  journal: Line[];
}
interface WrittenOff {
  writtenOffAmount: number;
  lossAmount: number;
  allowanceUsed: number;
  journal: Line[];
}

describe("staff's view of loans", () => {
  let app: TestApp;
  let token: string;
  let late: NamedLoan;
  let later: NamedLoan;
  const restructured: Record<string, NamedLoan> = {};
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('maker');
    await fundCollections(app, 1_000_000);
    await dayProduct(app);
    late = await lateLoan();
    await rollDays(app, 3);
    later = await lateLoan();
    for (const choice of CHOICES) restructured[choice] = await lateLoan();
    await rollDays(app, 16);
  }, TIMEOUT_MS);
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** Nothing is left to collect its instalments from. */
  async function lateLoan(fields: object = {}): Promise<NamedLoan> {
    const loan = await activeLoan(app, { ...SHORT, ...fields });
    const body = { debitAccount: loan.linkedNumber, creditAccount: '1010', narration: 'Out' };
    const amount = await app.balance(loan.linkedNumber);
    dataOf(await app.post('/api/transfer/v1/localfundtransfer', { ...body, amount }));
    return loan;
  }
  const read = (path: string, query: Record<string, string | number | boolean> = {}): Promise<Response> =>
    app.get(`/api/admin/v1/${path}`, query, { token });
  const ids = async (query: Record<string, string | number | boolean>): Promise<number[]> =>
    dataOf<{ data: { id: number }[] }>(await read('loans', query)).data.map(({ id }) => id);
  const preview = (loan: NamedLoan, act: string, body: object = {}): Promise<Response> =>
    app.post(`${LOANS}/${loan.id}/${act}/preview`, body, { token, reference: null });

  /** The entries of the posting of an act, those of one account and side together, as a preview shows them. */
  async function posted(reference: string): Promise<Line[]> {
    const rows = await app.rows<{ number: string; side: string; kobo: string }>(
      `SELECT l.number, e.side, sum(e.amount_kobo) AS kobo
         FROM posting p JOIN posting_entry e ON e.institution_id = p.institution_id AND e.posting_id = p.id
         JOIN ledger_account l ON l.institution_id = e.institution_id AND l.id = e.account_id
        WHERE p.reference = $1 GROUP BY 1, 2`,
      [reference],
    );
    return inOrder(rows.map(({ number, side, kobo }) => ({ accountNumber: number, side, amount: Number(kobo) / 100 })));
  }
  const inOrder = (lines: Line[]): Line[] =>
    lines
      .map(({ accountNumber, side, amount }) => ({ accountNumber, side, amount }))
      .sort((one, other) => `${one.accountNumber}${one.side}`.localeCompare(`${other.accountNumber}${other.side}`));

  it('shows one loan, its schedule and its timeline by its id', async () => {
    expect(dataOf(await read(`loans/${late.id}`))).toMatchObject({
      id: late.id,
      loanAccountNumber: late.loanAccountNumber,
      loanStatus: 'Delinquent',
    });
    const schedule = dataOf<{ data: Row[]; recordCount: number }>(await read(`loans/${late.id}/schedule`));
    expect(schedule.recordCount).toBe(3);
    const timeline = dataOf<{ data: { event: string; at: string }[] }>(await read(`loans/${late.id}/timeline`)).data;
    const events = timeline.map(({ event }) => event);
    expect(events.slice(0, 4)).toEqual(['created', 'approval-asked', 'approved', 'disbursement']);
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).sort());
  });

  it('answers 404 for a loan, a group and a deposit that do not exist, and 403 without the permission', async () => {
    for (const path of ['loans/999999999', 'loans/999999999/schedule', 'loans/999999999/timeline'])
      expect(codeOf(await read(path))).toStrictEqual([404, 'LOAN_NOT_FOUND']);
    expect(codeOf(await read('group-loans/999999999'))).toStrictEqual([404, 'GROUP_LOAN_NOT_FOUND']);
    expect(codeOf(await read('fixed-deposits/999999999'))).toStrictEqual([404, 'FIXED_DEPOSIT_NOT_FOUND']);
    const other = await hire(app, 'NOLOAN', ['view-aml']);
    const refused = await app.get(`${LOANS}/${late.id}`, {}, { token: other.token });
    expect(codeOf(refused)).toStrictEqual([403, 'PERMISSION_DENIED']);
    const preview = await app.post(`${LOANS}/${late.id}/write-off/preview`, {}, { token: other.token });
    expect(codeOf(preview)).toStrictEqual([403, 'PERMISSION_DENIED']);
  });

  it('shows one group with its participants', async () => {
    const group = await activeGroup(app);
    const shown = dataOf<{ participants: { id: number }[] }>(await read(`group-loans/${group.id}`));
    expect(shown.participants.map(({ id }) => id)).toEqual(group.members.map(({ id }) => id));
  });

  it('lists by days past due, amount overdue and officer', async () => {
    const sound = await activeLoan(app, SHORT);
    const known = async (query: Record<string, string | number | boolean>): Promise<number[]> =>
      (await ids(query)).filter((id) => [late.id, later.id, sound.id].includes(id));
    const days = dataOf<{ daysPastDue: number }>(await read(`loans/${late.id}`)).daysPastDue;
    expect(await known({ Overdue: true, Direction: 'Asc' })).toEqual([late.id, later.id]);
    expect(await known({ Overdue: false })).toEqual([sound.id]);
    expect(await known({ DaysPastDueFrom: days })).toEqual([late.id]);
    expect(await known({ DaysPastDueFrom: days + 1 })).toEqual([]);
    expect(await known({ Overdue: true, SortColumn: 'daysPastDue', Direction: 'Desc' })).toEqual([late.id, later.id]);
    expect(await known({ Overdue: true, SortColumn: 'daysPastDue', Direction: 'Asc' })).toEqual([later.id, late.id]);
    const amounts = await app.rows<{ id: string }>(
      'SELECT id FROM loan WHERE id = ANY($1) ORDER BY overdue_kobo DESC, id DESC',
      [[late.id, later.id]],
    );
    expect(await known({ Overdue: true, SortColumn: 'amountOverdue' })).toEqual(amounts.map(({ id }) => Number(id)));
    await app.rows(`UPDATE loan SET account_officer_staff_id = 'STF003' WHERE id = $1`, [later.id]);
    expect(await known({ Officer: 'STF003' })).toEqual([later.id]);
  });

  describe('previews', () => {
    it.each(CHOICES)(
      'a restructure with unpaid interest %s, which is then done as shown',
      async (accruedInterest) => {
        const loan = restructured[accruedInterest]!;
        const terms = { reason: 'Slow season', accruedInterest, interestRate: 18, tenure: 40 };
        const before = await loanOf(app, loan);
        const shown = dataOf<Restructured>(await preview(loan, 'restructure', terms));
        // The preview has changed nothing.
        expect(await loanOf(app, loan)).toEqual(before);
        expect([shown.now.interestRate, shown.then.interestRate]).toEqual([24, 18]);
        expect(shown.then.total).not.toBe(shown.now.total);
        const approvalId = await askChange(app, `loans/${loan.id}/restructure`, terms);
        // Who decides may look at it, too.
        expect(dataOf<Restructured>(await preview(loan, 'restructure', terms)).then).toEqual(shown.then);
        await approve(app, approvalId);
        const after = dataOf<{ data: Row[]; totals: { totalOutstanding: number } }>(
          await read(`loans/${loan.id}/schedule`),
        );
        const withoutIds = (rows: Row[]): object[] => rows.map(({ id: _, ...row }) => row);
        expect(withoutIds(shown.rows)).toEqual(withoutIds(after.data));
        expect(shown.then.total).toBe(after.totals.totalOutstanding);
        expect(shown.then.maturityDate).toBe(after.data.at(-1)!.dueDate);
        expect(inOrder(shown.journal)).toEqual(await posted(`RS-${approvalId}`));
        expect(shown.journal.length > 0).toBe(accruedInterest === 'Capitalised');
      },
      TIMEOUT_MS,
    );

    it('a write-off, which is then done as shown', async () => {
      const before = await loanOf(app, late);
      const shown = dataOf<WrittenOff>(await preview(late, 'write-off'));
      expect(await loanOf(app, late)).toEqual(before);
      const approvalId = await askChange(app, `loans/${late.id}/write-off`, { reason: 'Gone' });
      await approve(app, approvalId);
      const { loan } = await loanOf(app, late);
      expect(shown.writtenOffAmount).toBe(Number(loan.writtenOffKobo) / 100);
      expect(inOrder(shown.journal)).toEqual(await posted(`WO-${approvalId}`));
      const debits = shown.journal.filter(({ side }) => side === 'debit');
      expect(debits.reduce((sum, { amount }) => sum + amount, 0)).toBeGreaterThanOrEqual(shown.lossAmount);
      const expense = shown.journal.find(({ accountNumber }) => accountNumber === '5030');
      expect(expense!.amount + shown.allowanceUsed).toBe(shown.lossAmount);
      expect(codeOf(await preview(late, 'write-off'))).toStrictEqual([409, 'LOAN_STATUS_REFUSED']);
    });

    it('refuse terms of which no schedule can be made, and half a moratorium', async () => {
      const terms = { reason: 'Slow season', accruedInterest: 'Due' };
      const odd = await preview(later, 'restructure', { ...terms, tenure: 35 });
      expect(codeOf(odd)).toStrictEqual([422, 'LOAN_TERMS_REFUSED']);
      const day = await businessDateOf(app);
      const past = await preview(later, 'restructure', { ...terms, firstRepaymentDate: day });
      expect(codeOf(past)).toStrictEqual([422, 'LOAN_TERMS_REFUSED']);
      const half = await preview(later, 'restructure', { ...terms, moratorium: 1 });
      expect(codeOf(half)).toStrictEqual([400, 'VALIDATION_FAILED']);
      const unknown = { ...later, id: 999_999_999 };
      expect(codeOf(await preview(unknown, 'restructure', terms))).toStrictEqual([404, 'LOAN_NOT_FOUND']);
      expect(codeOf(await preview(unknown, 'write-off'))).toStrictEqual([404, 'LOAN_NOT_FOUND']);
    });
  });
});
