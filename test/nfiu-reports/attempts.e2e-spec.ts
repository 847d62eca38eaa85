import type { Response } from 'supertest';
import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import type { NfiuReportView } from '../../src/nfiu-reports/nfiu-report-views.dto';
import type { TransactionFacts } from '../../src/nfiu-reports/report-facts';
import { TransactionsReader } from '../../src/nfiu-reports/transactions-reader';
import { type AccountOwner, openOwned } from '../cases/account-owner';
import { BANK, type Body, OutwardApp } from '../payouts/outward-app';
import { codeOf, dataOf } from '../support/answers';
import { freshReference } from '../support/app';
import { hire, type Hired } from '../support/hire';

const REPORTS = '/api/admin/v1/nfiu-reports';
const TRANSFER = '/api/transfer/v1/localfundtransfer';
/** The threshold of the sandbox's rule about outflows. */
const HELD = 1_000_000;

/** Movements that were held or declined, as reports of suspicion name them. */
describe('Attempts in reports to the NFIU', () => {
  let outward: OutwardApp;
  let officer: Hired;
  beforeAll(async () => {
    outward = await OutwardApp.start();
    officer = await hire(outward.app, 'ATT001', [
      'view-nfiu-reports',
      'prepare-nfiu-reports',
      'manage-scenarios',
      'view-aml',
    ]);
    await outward.app.configure({ CTR_CASH_LEDGER_CODES: '1010' });
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  const owner = (balance = 0): Promise<AccountOwner> => openOwned(outward.app, balance);
  const approvalOf = (response: Response, code: string): number => {
    expect(codeOf(response)).toStrictEqual([202, code]);
    return dataOf<{ approvalId: number }>(response, 202).approvalId;
  };
  /** `PST…` of the movement that a hold or an approval keeps. */
  async function waitingPosting(table: 'aml_hold' | 'approval', id: number): Promise<string> {
    const key = table === 'aml_hold' ? 'approval_id' : 'id';
    const [row] = await outward.app.rows<{ id: string }>(`SELECT posting_id AS id FROM ${table} WHERE ${key} = $1`, [
      id,
    ]);
    return `PST${row!.id.padStart(12, '0')}`;
  }
  const heldPosting = (response: Response): Promise<string> =>
    waitingPosting('aml_hold', approvalOf(response, 'AML_HOLD'));
  const prepare = async ({ customerID }: AccountOwner, posting: string): Promise<NfiuReportView> =>
    dataOf<NfiuReportView>(
      await outward.app.post(
        REPORTS,
        { kind: 'STR', customerID, postings: [posting], reason: 'It fits no business.', indicators: ['MA18'] },
        { token: officer.token },
      ),
    );
  async function factsOf(subject: AccountOwner, posting: string): Promise<TransactionFacts> {
    const query = {
      ...{ postingIds: [Number(posting.slice(3))], timeZone: 'Africa/Lagos', subjectID: subject.customerID },
      conductors: { [Number(posting.slice(3))]: { firstName: 'Ada', lastName: 'Okafor' } },
    };
    const { app, institutionId } = outward.app;
    const reader = app.get(TransactionsReader, { strict: false });
    const [facts] = await app
      .get(UnitOfWork, { strict: false })
      .read(institutionId, (tx) => reader.read(tx, institutionId, query));
    return facts!;
  }

  describe('of a transfer to an account elsewhere that has the number of an account here', () => {
    let payer: AccountOwner;
    let namesake: AccountOwner;
    let held: Response;
    let body: Body;
    beforeAll(async () => {
      [payer, namesake] = [await owner(2 * HELD), await owner()];
      body = await outward.bodyTo(namesake.account, payer.account, { amount: HELD });
      held = await outward.send(body);
    });

    it('name the account elsewhere, and not the customer here', async () => {
      const { to, from, amountKobo } = await factsOf(payer, await heldPosting(held));
      expect(from).toMatchObject({ kind: 'own-account', accountNumber: payer.account });
      expect(to).toEqual({
        kind: 'external-account',
        accountNumber: namesake.account,
        accountName: body.beneficiaryAccountName,
        institutionCode: BANK,
        institutionName: 'GTBANK PLC',
      });
      expect(amountKobo).toBe(BigInt(HELD) * 100n);
    });

    it('do not keep the customer here from closing the account', async () => {
      const close = (accountNumber: string): Promise<Response> =>
        outward.app.post('/api/postings/v1/closeaccount', { accountNumber, closureReason: 'Moves abroad' });
      const [debitAccount, abroad, here] = [(await owner(3 * HELD)).account, await owner(), await owner()];
      approvalOf(await outward.send(await outward.bodyTo(abroad.account, debitAccount, { amount: HELD })), 'AML_HOLD');
      const local = { debitAccount, creditAccount: here.account, amount: HELD, narration: 'x' };
      approvalOf(await outward.app.post(TRANSFER, local), 'AML_HOLD');
      dataOf(await close(abroad.account));
      expect(codeOf(await close(here.account))).toStrictEqual([422, 'ACCOUNT_CLOSURE_BLOCKED']);
    });

    it('do not show the officer the customer here as a party of the hold', async () => {
      const path = `/api/admin/v1/aml/holds/${approvalOf(held, 'AML_HOLD')}/context`;
      const other = await outward.app.post(TRANSFER, {
        ...{ debitAccount: payer.account, creditAccount: namesake.account, narration: 'x' },
        amount: HELD,
      });
      const { parties, relatedHolds } = dataOf<{
        parties: { accountNumber: string; customerID: string | null }[];
        relatedHolds: { approvalId: number }[];
      }>(await outward.app.get(path, {}, { token: officer.token }));
      expect(parties.map(({ accountNumber, customerID }) => [accountNumber, customerID])).toEqual([
        [payer.account, payer.customerID],
        [namesake.account, null],
      ]);
      // It is related by the account that pays, which both have.
      expect(relatedHolds.map(({ approvalId }) => approvalId)).toEqual([approvalOf(other, 'AML_HOLD')]);
    });
  });

  it('of cash that was not paid out name the person at the counter', async () => {
    const customer = await owner(2 * HELD);
    const held = await outward.app.post('/api/postings/v1/posttransaction', {
      debitAccount: customer.account,
      creditAccount: '1010',
      amount: HELD,
      narration: 'Withdrawal',
      referenceNumber: freshReference('ATT'),
    });
    const { from, to } = await factsOf(customer, await heldPosting(held));
    expect(from).toMatchObject({ kind: 'own-account', accountNumber: customer.account });
    expect(to).toEqual({ kind: 'cash', person: { firstName: 'Ada', lastName: 'Okafor' } });
  });

  it('of several entries name the customer of the report with the own part, and no other payee', async () => {
    const [payer, first, second] = [await owner(2 * HELD), await owner(), await owner()];
    const held = await outward.app.post('/api/postings/v1/post', {
      referenceNumber: freshReference('ATT'),
      narration: 'Salaries',
      entries: [
        { account: payer.account, side: 'Debit', amount: HELD },
        { account: first.account, side: 'Credit', amount: 600_000 },
        { account: second.account, side: 'Credit', amount: 400_000 },
      ],
    });
    const posting = await heldPosting(held);
    const { to, amountKobo } = await factsOf(second, posting);
    expect(to).toMatchObject({ kind: 'own-account', accountNumber: second.account });
    expect(amountKobo).toBe(400_000_00n);
    expect(await prepare(second, posting)).toMatchObject({ total: 400_000 });
    expect(await prepare(payer, posting)).toMatchObject({ total: HELD });
  });

  it('that staff declined under an approval policy name both accounts, although nothing was held', async () => {
    const { app } = outward;
    const [payer, payee] = [await owner(900), await owner()];
    const policy = { operation: 'local-transfer', amountFloor: 700 };
    const administrator = { token: await app.staff('administrator') };
    const made = await app.approved(app.post('/api/admin/v1/approval-policies', policy, administrator));
    const body = { debitAccount: payer.account, creditAccount: payee.account, amount: 800, narration: 'x' };
    const approvalId = approvalOf(await app.post(TRANSFER, body), 'PENDING_APPROVAL');
    const checker = { token: await app.staff('checker') };
    dataOf(await app.post(`/api/admin/v1/approvals/${approvalId}/decline`, { note: 'Not today' }, checker));
    const path = `/api/admin/v1/approval-policies/${dataOf<{ id: number }>(made).id}`;
    dataOf(await app.approved(app.put(path, { ...policy, active: false }, administrator)));
    const { from, to, amountKobo, isAttempt } = await factsOf(payer, await waitingPosting('approval', approvalId));
    expect([from, to]).toMatchObject([{ accountNumber: payer.account }, { accountNumber: payee.account }]);
    expect([isAttempt, amountKobo]).toEqual([true, 800_00n]);
  });

  it('that repeat a held one name both accounts, although they have no alert of their own', async () => {
    const { app } = outward;
    const staff = { token: officer.token };
    const definition = {
      ...EXAMPLE_DEFINITION,
      code: 'attempts',
      action: 'hold',
      conditions: [{ name: 'amount', when: 'movement.amountKobo == 12345', points: 60, words: 'x' }],
      parameters: {},
    };
    dataOf(await app.post('/api/admin/v1/aml/scenarios', { code: 'attempts', definition }, staff));
    const live = app.post('/api/admin/v1/aml/scenarios/attempts/live', { version: 1 }, staff);
    dataOf(await app.approved(live, await app.staff('secondAmlOfficer')));
    const [payer, payee] = [await owner(900), await owner()];
    const body = { debitAccount: payer.account, creditAccount: payee.account, amount: 123.45, narration: 'x' };
    const answers = [await app.post(TRANSFER, body), await app.post(TRANSFER, { ...body, narration: 'again' })];
    const [, repeat] = answers.map((answer) => approvalOf(answer, 'AML_HOLD'));
    const { from, to } = await factsOf(payer, await waitingPosting('aml_hold', repeat!));
    expect([from, to]).toMatchObject([{ accountNumber: payer.account }, { accountNumber: payee.account }]);
  });

  it('of which no record names the parties are not checked', async () => {
    const { app } = outward;
    const [payer, payee] = [await owner(2 * HELD), await owner()];
    const body = { debitAccount: payer.account, creditAccount: payee.account, amount: HELD, narration: 'x' };
    const posting = await heldPosting(await app.post(TRANSFER, body));
    await app.rows(
      `UPDATE aml_hold SET movement = jsonb_set(movement, '{payload}', '{}'), source_accounts = '[]',
              destination_accounts = '[]' WHERE posting_id = $1`,
      [Number(posting.slice(3))],
    );
    const { id } = await prepare(payer, posting);
    const checked = dataOf<NfiuReportView>(await app.post(`${REPORTS}/${id}/check`, {}, { token: officer.token }));
    expect(checked.findings.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['transaction[1].t_from', 'transaction[1].t_to']),
    );
  });
});
