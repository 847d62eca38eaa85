import type { Response } from 'supertest';
import { approvedLoan, disburseLoan } from '../loans/loans-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire } from '../support/hire';

const MONEY = 100_000;

describe('postings as staff read and reverse them', () => {
  let app: TestApp;
  let payer: string;
  let payee: string;
  let reader: string;
  let reverser: string;

  const transfer = async (amount: number): Promise<string> => {
    const { status, body, text } = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: payer,
      creditAccount: payee,
      amount,
      narration: 'Rent',
      postingsTransactionType: 3,
    });
    if (status !== 200) throw new Error(text);
    return (body as { data: { postingReferenceNumber: string } }).data.postingReferenceNumber;
  };
  const reverse = (number: string, token = reverser): Promise<Response> =>
    app.post(`/api/admin/v1/postings/${number}/reverse`, { reason: 'Sent to the wrong person' }, { token });
  const read = async (number: string): Promise<Record<string, unknown>> =>
    (
      (await app.get(`/api/admin/v1/postings/${number}`, {}, { token: reader })).body as {
        data: Record<string, unknown>;
      }
    ).data;
  const codeOf = ({ status, body }: Response): [number, string] => [
    status,
    (body as { data: { statusCode: string } }).data.statusCode,
  ];
  const decide = async (approvalId: number, verdict: 'approve' | 'decline', token?: string): Promise<Response> =>
    app.post(
      `/api/admin/v1/approvals/${approvalId}/${verdict}`,
      { note: 'Seen' },
      { token: token ?? (await app.staff('checker')) },
    );
  const approvalOf = ({ body }: Response): number => (body as { data: { approvalId: number } }).data.approvalId;

  beforeAll(async () => {
    app = await TestApp.start();
    payer = await app.openAccount(MONEY);
    payee = await app.openAccount();
    ({ token: reader } = await hire(app, 'BOOKS1', ['view-postings']));
    ({ token: reverser } = await hire(app, 'BOOKS2', ['reverse-postings', 'view-approvals', 'approve-transactions']));
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('shows a posting with its entries and balances', async () => {
    const number = await transfer(1_500);
    expect(await read(number)).toMatchObject({
      postingReferenceNumber: number,
      kind: 'transfer',
      status: 'Posted',
      amount: 1_500,
      reversedBy: null,
      entries: [
        { accountNumber: payer, accountKind: 'customer', side: 'debit', amount: 1_500, accountName: 'Test Person' },
        { accountNumber: payee, side: 'credit', amount: 1_500, balanceAfter: 1_500 },
      ],
    });
  });

  it('names every account of a posting: of a customer, of a loan and a ledger', async () => {
    const loan = await approvedLoan(app);
    dataOf(await disburseLoan(app, loan.loanAccountNumber));
    const [posting] = await app.rows<{ id: string }>(
      `SELECT e.posting_id AS id FROM posting_entry e
         JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
        WHERE a.number = $1`,
      [loan.loanAccountNumber],
    );
    const { entries } = (await read(`PST${posting!.id.padStart(12, '0')}`)) as {
      entries: { accountNumber: string; accountKind: string; accountName: string }[];
    };
    const nameOf = (number: string): string | undefined =>
      entries.find(({ accountNumber }) => accountNumber === number)?.accountName;
    expect(entries.map(({ accountKind }) => accountKind)).toEqual(expect.arrayContaining(['contract', 'customer']));
    expect(nameOf(loan.loanAccountNumber)).toBe('Test Person');
    expect(entries.filter(({ accountName }) => accountName.trim() === '')).toEqual([]);
  });

  it('shows the present name of an account that was renamed', async () => {
    const account = await app.openAccount(100);
    const number = dataOf<{ postingReferenceNumber: string }>(
      await app.post('/api/transfer/v1/localfundtransfer', {
        debitAccount: account,
        creditAccount: payee,
        amount: 5,
        narration: 'Rent',
        postingsTransactionType: 3,
      }),
    ).postingReferenceNumber;
    const [row] = await app.rows<{ id: string }>('SELECT id FROM deposit_account WHERE account_number = $1', [account]);
    const renamed = { id: Number(row!.id), accountName: 'Renamed Trader' };
    dataOf(await app.put('/api/account/v1/updatecustomeraccount', renamed));
    expect(await read(number)).toMatchObject({
      entries: [{ accountNumber: account, accountName: 'Renamed Trader' }, {}],
    });
  });

  it('reverses only after a colleague has approved, whatever the policies', async () => {
    expect(await app.rows('SELECT 1 FROM approval_policy')).toEqual([]);
    const number = await transfer(200);
    const before = await app.balance(payer);
    const asked = await reverse(number);
    expect(codeOf(asked)).toEqual([202, 'PENDING_APPROVAL']);
    expect(await app.balance(payer)).toBe(before);
    expect(codeOf(await decide(approvalOf(asked), 'approve', reverser))).toEqual([403, 'MAKER_CANNOT_APPROVE']);
    expect((await decide(approvalOf(asked), 'approve')).status).toBe(200);
    await eventually(async () => expect(await app.balance(payer)).toBe(before + 200));
    const reversed = await read(number);
    expect(await read(String(reversed.reversedBy))).toMatchObject({ reversalOf: number, kind: 'reversal' });
  });

  it('moves nothing when the colleague declines, and can be asked again', async () => {
    const number = await transfer(300);
    const before = await app.balance(payer);
    expect((await decide(approvalOf(await reverse(number)), 'decline')).status).toBe(200);
    expect(await app.balance(payer)).toBe(before);
    expect((await reverse(number)).status).toBe(202);
  });

  it('reverses once when five members of staff ask at once', async () => {
    const number = await transfer(400);
    const before = await app.balance(payer);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reverse(number)));
    const waiting = answers.filter(({ status }) => status === 202);
    expect(waiting).toHaveLength(1);
    await decide(approvalOf(waiting[0]!), 'approve');
    await eventually(async () => expect(await app.balance(payer)).toBe(before + 400));
    expect(codeOf(await reverse(number))).toEqual([409, 'ALREADY_REVERSED']);
  });

  it('lets clients reverse at once where no policy says otherwise', async () => {
    const number = await transfer(50);
    const answer = await app.post('/api/postings/v1/reversetransaction', {
      referenceNumber: number,
      reason: 'Mistake',
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['no permission', () => reader, 403, 'PERMISSION_DENIED'],
    ['an API client', () => undefined, 401, 'INVALID_API_TOKEN_CLAIMS'],
  ])('refuses a reversal by %s', async (_, tokenOf, status, code) => {
    const answer = await app.post(
      `/api/admin/v1/postings/${await transfer(10)}/reverse`,
      { reason: 'Mistake' },
      { token: tokenOf() },
    );
    expect(codeOf(answer)).toEqual([status, code]);
  });

  it('refuses a blank reason and an unknown posting', async () => {
    const path = '/api/admin/v1/postings/PST999999999999';
    expect(codeOf(await app.post(`${path}/reverse`, { reason: ' ' }, { token: reverser }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
    expect(codeOf(await reverse('PST999999999999'))).toEqual([404, 'POSTING_NOT_FOUND']);
    expect(codeOf(await app.get(path, {}, { token: reader }))).toEqual([404, 'POSTING_NOT_FOUND']);
  });
});
