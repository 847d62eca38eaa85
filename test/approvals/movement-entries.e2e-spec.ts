import type { Response } from 'supertest';
import { OutwardApp } from '../payouts/outward-app';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';

const LOCAL = '/api/transfer/v1/localfundtransfer';
const POST_TRANSACTION = '/api/postings/v1/posttransaction';
const POST = '/api/postings/v1/post';
const REVERSE = '/api/postings/v1/reversetransaction';
const APPROVALS = '/api/admin/v1/approvals';
const OPERATIONS = ['local-transfer', 'outward-transfer', 'post-transaction', 'post', 'reverse-transaction'];
const MONEY = 50_000;

interface Entry {
  account: string;
  accountName: string;
  side: string;
  amount: number;
  narration: string | null;
}

interface Shown {
  approvalId: number;
  summary: string;
  entries?: Entry[];
  postingReferenceNumber: string;
}

/** What a checker reads of a movement before it is approved: a posting that waits has no entries in the ledger. */
describe('the approval of a movement', () => {
  let outward: OutwardApp;
  let app: TestApp;
  let from: string;
  let to: string;
  let checker: string;

  const policies = (active: boolean): Promise<unknown> => app.rows('UPDATE approval_policy SET active = $1', [active]);
  const shown = async (approvalId: number): Promise<Shown> =>
    dataOf<Shown>(await app.get(`${APPROVALS}/${approvalId}`, {}, { token: checker }));
  const asked = async (answer: Response): Promise<Shown> =>
    shown(dataOf<{ approvalId: number }>(answer, 202).approvalId);
  const brief = ({ entries }: Shown): unknown[] | undefined =>
    entries?.map(({ account, side, amount }) => [side, account, amount]);
  const posted = (postingReferenceNumber: string): Promise<{ number: string; side: string; amount: number }[]> =>
    app.rows(
      `SELECT a.number, initcap(e.side) AS side, (e.amount_kobo / 100.0)::float AS amount
         FROM posting_entry e JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
        WHERE e.posting_id = $1 ORDER BY e.leg`,
      [Number(postingReferenceNumber.slice(3))],
    );
  const manual = (facts: object): object => ({
    narration: 'Correction',
    referenceNumber: freshReference('PT'),
    ...facts,
  });

  beforeAll(async () => {
    outward = await OutwardApp.start();
    app = outward.app;
    checker = await app.staff('checker');
    for (const [index, operation] of OPERATIONS.entries())
      await app.rows(
        `INSERT INTO approval_policy (institution_id, id, operation, required_checkers, active)
         VALUES ($1, $2, $3, 1, false)`,
        [app.institutionId, 900 + index, operation],
      );
  });
  beforeEach(async () => {
    await policies(false);
    from = await app.openAccount(MONEY);
    to = await app.openAccount();
    await policies(true);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await outward.close();
  });

  it('names the two accounts of a manual posting, as they are posted once it is approved', async () => {
    const body = manual({ debitAccount: '1010', creditAccount: to, amount: 2_500.5 });
    const approval = await asked(await app.post(POST_TRANSACTION, body));
    expect(approval.summary).toContain(`of ₦2,500.50 from 1010 to ${to}, reference`);
    expect(approval.entries).toEqual([
      { account: '1010', accountName: 'Vault cash', side: 'Debit', amount: 2_500.5, narration: null },
      { account: to, accountName: 'Test Person', side: 'Credit', amount: 2_500.5, narration: null },
    ]);
    await app.post(`${APPROVALS}/${approval.approvalId}/approve`, {}, { token: checker });
    await eventually(async () => expect(await posted(approval.postingReferenceNumber)).toHaveLength(2));
    expect((await posted(approval.postingReferenceNumber)).map((row) => [row.side, row.number, row.amount])).toEqual(
      brief(approval),
    );
  });

  it('names every account of a posting of many lines, with narrations and virtual accounts of its lines', async () => {
    const [virtual] = await app.rows<{ number: string; name: string }>(
      `SELECT number, virtual_name AS name FROM account_number WHERE kind = 'virtual'`,
    );
    const entries = [
      { account: from, side: 'Debit', amount: 70, narration: 'Salaries' },
      { account: '2070', side: 'Debit', amount: 30 },
      { account: to, side: 'Credit', amount: 60 },
      { account: virtual!.number, side: 'Credit', amount: 40 },
    ];
    const approval = await asked(await app.post(POST, manual({ entries })));
    expect(approval.summary).toContain(`from ${from}, 2070 to ${to}, ${virtual!.number}, reference`);
    expect(brief(approval)).toEqual(entries.map(({ side, account, amount }) => [side, account, amount]));
    expect(approval.entries!.map(({ narration }) => narration)).toEqual(['Salaries', null, null, null]);
    expect(approval.entries![3]!.accountName).toBe(virtual!.name);
  });

  it('names accounts that the longest reference and narration of the maker cannot push out of sight', async () => {
    const reference = freshReference('L').padEnd(100, 'x');
    const body = { narration: 'y'.repeat(250), referenceNumber: reference };
    const approval = await asked(
      await app.post(POST_TRANSACTION, { ...body, debitAccount: '2070', creditAccount: to, amount: 1 }),
    );
    expect(approval.summary).toContain(`from 2070 to ${to},`);
  });

  it('shows the fee of a local transfer and the ledger that takes it', async () => {
    const body = { debitAccount: from, creditAccount: to, amount: 100, feeCharge: 10, feeIncomeGL: '4010' };
    const approval = await asked(await app.post(LOCAL, body));
    expect(approval.summary).toContain(`from ${from} to ${to},`);
    expect(brief(approval)).toEqual([
      ['Debit', from, 100],
      ['Credit', to, 100],
      ['Debit', from, 10],
      ['Credit', '4010', 10],
    ]);
  });

  it('names the beneficiary of a transfer to another institution', async () => {
    const approval = await asked(await outward.send(await outward.bodyTo('9900000100', from)));
    expect(approval.summary).toContain(`from ${from} to 9900000100,`);
    expect(brief(approval)!.slice(0, 2)).toEqual([
      ['Debit', from, 100],
      ['Credit', '1030', 100],
    ]);
  });

  it('shows what a reversal takes and gives back, whether a client or staff ask for it', async () => {
    await policies(false);
    const done = await app.post(LOCAL, { debitAccount: from, creditAccount: to, amount: 100 });
    const { postingReferenceNumber: referenceNumber } = dataOf<{ postingReferenceNumber: string }>(done);
    await policies(true);
    const expected = [
      ['Credit', from, 100],
      ['Debit', to, 100],
    ];
    const byClient = await asked(await app.post(REVERSE, { referenceNumber, reason: 'Wrong account' }));
    expect(byClient.summary).toContain(`from ${to} to ${from},`);
    expect(brief(byClient)).toEqual(expected);
    await app.post(`${APPROVALS}/${byClient.approvalId}/decline`, { note: 'Ask staff' }, { token: checker });
    const byStaff = await app.post(
      `/api/admin/v1/postings/${referenceNumber}/reverse`,
      { reason: 'Wrong account' },
      { token: await app.staff('maker') },
    );
    expect(brief(await asked(byStaff))).toEqual(expected);
  });

  it('has its entries in the answer for one approval only, and no client reads them', async () => {
    const body = manual({ debitAccount: '1010', creditAccount: to, amount: 5 });
    const answer = await app.post(POST_TRANSACTION, body);
    expect(JSON.stringify(answer.body)).not.toContain('entries');
    const { approvalId } = await asked(answer);
    const list = await app.get(APPROVALS, { PageSize: 5 }, { token: checker });
    const row = dataOf<{ data: Shown[] }>(list).data.find((found) => found.approvalId === approvalId)!;
    expect(row).not.toHaveProperty('entries');
    expect(codeOf(await app.get(`${APPROVALS}/${approvalId}`))).toEqual([401, 'INVALID_API_TOKEN_CLAIMS']);
  });
});
