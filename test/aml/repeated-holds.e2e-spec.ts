import type { Response } from 'supertest';
import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { hire } from '../support/hire';

const SCENARIOS = '/api/admin/v1/aml/scenarios';
const HOLDS = '/api/admin/v1/aml/holds';

const TRANSFER = '/api/transfer/v1/localfundtransfer';
/** Amounts that one scenario freezes on both sides, and another one holds where they leave. */
const [FREEZES, HOLDS_OUTFLOW] = [123.45, 543.21];

/** Repeats of a hold by a scenario, which are decided with it. */
describe('Repeated holds', () => {
  let app: TestApp;
  let officer: string;
  let receiver: string;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await app.staff('amlOfficer');
    const author = { token: (await hire(app, 'RPF001', ['manage-scenarios'])).token };
    const goLive = async (code: string, action: string, amount: number, appliesTo: object): Promise<void> => {
      const when = `movement.amountKobo == ${Math.round(amount * 100)}`;
      const conditions = [{ name: 'amount', when, points: 60, words: 'x' }];
      const definition = { ...EXAMPLE_DEFINITION, code, action, appliesTo, conditions, parameters: {} };
      dataOf(await app.post(SCENARIOS, { code, definition }, author));
      const live = app.post(`${SCENARIOS}/${code}/live`, { version: 1 }, author);
      dataOf(await app.approved(live, await app.staff('secondAmlOfficer')));
    };
    await goLive('both-sides', 'hold-and-freeze', FREEZES, {});
    await goLive('out', 'hold', HOLDS_OUTFLOW, { directions: ['outflow'] });
  });
  beforeEach(async () => {
    receiver = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** The credit comes first, so that the receiving account names the hold and the next payer repeats it. */
  const pay = (payer: string): Promise<Response> =>
    app.post('/api/postings/v1/post', {
      referenceNumber: freshReference('RPF'),
      narration: 'x',
      entries: [
        { account: receiver, side: 'Credit', amount: FREEZES },
        { account: payer, side: 'Debit', amount: FREEZES },
      ],
    });
  const statusOf = async (account: string): Promise<string> =>
    (await app.rows<{ status: string }>('SELECT status FROM ledger_account WHERE number = $1', [account]))[0]!.status;
  async function held(): Promise<{ approvalId: number; accounts: string[] }> {
    const payers = [await app.openAccount(500), await app.openAccount(500)];
    const answers = [await pay(payers[0]!), await pay(payers[1]!)];
    expect(answers.map(codeOf)).toEqual([
      [202, 'AML_HOLD'],
      [202, 'AML_HOLD'],
    ]);
    const approvalId = dataOf<{ approvalId: number }>(answers[0]!, 202).approvalId;
    const { repeats } = dataOf<{ repeats: number }>(await app.get(`${HOLDS}/${approvalId}`, {}, { token: officer }));
    expect(repeats).toBe(1);
    return { approvalId, accounts: [receiver, ...payers] };
  }
  const decide = (approvalId: number, body: object): Promise<Response> =>
    app.post(`${HOLDS}/${approvalId}/approve`, { note: 'Explained', ...body }, { token: officer });
  const statuses = (accounts: string[]): Promise<string[]> => Promise.all(accounts.map(statusOf));

  it('of a freezing scenario end their freezes with a release that lifts the freeze', async () => {
    const { approvalId, accounts } = await held();
    expect(await statuses(accounts)).toEqual(['Frozen', 'Frozen', 'Frozen']);
    dataOf(await decide(approvalId, { liftFreeze: true }));
    expect(await statuses(accounts)).toEqual(['Active', 'Active', 'Active']);
  });

  it('of a freezing scenario keep their freezes with a release that does not lift the freeze', async () => {
    const { approvalId, accounts } = await held();
    dataOf(await decide(approvalId, {}));
    expect(await statuses(accounts)).toEqual(['Frozen', 'Frozen', 'Frozen']);
  });

  it('of two releases that lift the freeze at once, one is done', async () => {
    const { approvalId, accounts } = await held();
    const answers = await Promise.all([1, 2].map(() => decide(approvalId, { liftFreeze: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await statuses(accounts)).toEqual(['Active', 'Active', 'Active']);
    const ends = await app.rows(
      'SELECT 1 FROM account_status_change WHERE account_number = ANY($1) AND ends_id IS NOT NULL',
      [accounts],
    );
    expect(ends).toHaveLength(3);
  });

  describe('of which not all were read', () => {
    const amountOut = (narration: string, debitAccount: string): Promise<Response> =>
      app.post(TRANSFER, { debitAccount, creditAccount: receiver, amount: HOLDS_OUTFLOW, narration });
    const statusesOf = async (account: string): Promise<string[]> =>
      (
        await app.rows<{ status: string }>(
          'SELECT status FROM aml_hold WHERE account_number = $1 ORDER BY created_at',
          [account],
        )
      ).map(({ status }) => status);
    const bulk = (approvalId: number, repeats?: number): Promise<Response> =>
      app.post(
        `${HOLDS}/decide`,
        { decisions: [{ approvalId, verdict: 'approve', note: 'Explained', repeats }] },
        { token: officer },
      );

    it('are not released, by one decision or by several together, and are once they were read', async () => {
      const account = await app.openAccount(3_000);
      const { approvalId } = dataOf<{ approvalId: number }>(await amountOut('first', account), 202);
      await amountOut('second', account);
      const refused = await decide(approvalId, { repeats: 0, liftFreeze: true });
      expect([...codeOf(refused), refused.body.data.repeats]).toStrictEqual([409, 'AML_HOLD_CHANGED', 1]);
      const { results } = dataOf<{ results: { statusCode: string }[] }>(await bulk(approvalId, 0));
      expect(results.map(({ statusCode }) => statusCode)).toEqual(['AML_HOLD_CHANGED']);
      expect(codeOf(await decide(approvalId, { repeats: 2 }))).toStrictEqual([409, 'AML_HOLD_CHANGED']);
      expect(await statusesOf(account)).toEqual(['Held', 'Held']);
      expect(dataOf(await bulk(approvalId, 1))).toMatchObject({ decided: 1 });
      expect(await statusesOf(account)).toEqual(['Approved', 'Approved']);
    });

    it('are not released with one that is decided at the same moment', async () => {
      for (let round = 0; round < 5; round += 1) {
        const account = await app.openAccount(3_000);
        const { approvalId } = dataOf<{ approvalId: number }>(await amountOut('first', account), 202);
        const [decided] = await Promise.all([decide(approvalId, { repeats: 0 }), amountOut('second', account)]);
        const released = (await statusesOf(account)).filter((status) => status === 'Approved');
        expect([decided.status, released.length]).toEqual(decided.status === 200 ? [200, 1] : [409, 0]);
      }
    });

    it('are released with a decision that does not say how many were read', async () => {
      const account = await app.openAccount(3_000);
      const { approvalId } = dataOf<{ approvalId: number }>(await amountOut('first', account), 202);
      await amountOut('second', account);
      dataOf(await decide(approvalId, { repeats: null }));
      expect(await statusesOf(account)).toEqual(['Approved', 'Approved']);
    });
  });

  describe('whose release is withdrawn', () => {
    interface Sent {
      body: object;
      approvalId: number;
      amlApprovalReference: string;
    }
    let account: string;
    beforeEach(async () => {
      account = await app.openAccount(3_000);
    });
    /** So many transfers that are held together, released. */
    async function released(count: number): Promise<Sent[]> {
      const sent: Sent[] = [];
      for (let at = 0; at < count; at += 1) {
        const body = {
          ...{ debitAccount: account, creditAccount: receiver, amount: HOLDS_OUTFLOW, narration: `Part ${at}` },
        };
        sent.push({ body, ...dataOf<Omit<Sent, 'body'>>(await app.post(TRANSFER, body), 202) });
      }
      dataOf(await decide(sent[0]!.approvalId, {}));
      return sent;
    }
    const retry = ({ body, amlApprovalReference }: Sent): Promise<Response> =>
      app.post(TRANSFER, { ...body, amlApprovalReference });
    const withdraw = ({ approvalId }: Sent): Promise<Response> =>
      app.post(`${HOLDS}/${approvalId}/withdraw`, { note: 'The documents were forged' }, { token: officer });
    const rejectionOf = ({ status, body }: Response): unknown[] => [status, body.data.rejection];

    it('are not executed any more', async () => {
      const [head, ...repeats] = await released(3);
      expect(dataOf(await withdraw(head!))).toMatchObject({ status: 'Withdrawn' });
      for (const one of [head!, ...repeats]) expect(rejectionOf(await retry(one))).toEqual([422, 'WITHDRAWN']);
      expect(await app.balance(account)).toBe(3_000);
      expect(codeOf(await withdraw(head!))).toStrictEqual([409, 'AML_RELEASE_NOT_OPEN']);
    });

    it('are not executed any more where the first of them was used before', async () => {
      const [head, repeat] = await released(2);
      dataOf(await retry(head!));
      expect(dataOf(await withdraw(head!))).toMatchObject({ status: 'Used' });
      expect(rejectionOf(await retry(repeat!))).toEqual([422, 'WITHDRAWN']);
      expect(codeOf(await withdraw(head!))).toStrictEqual([409, 'AML_RELEASE_NOT_OPEN']);
    });

    it('are withdrawn alone by their own number', async () => {
      const [head, repeat] = await released(2);
      dataOf(await withdraw(repeat!));
      expect(rejectionOf(await retry(repeat!))).toEqual([422, 'WITHDRAWN']);
      dataOf(await retry(head!));
    });

    it('move their money or end, when they are sent at the moment of the withdrawal', async () => {
      const sent = await released(4);
      const before = await app.balance(account);
      const [withdrawn, ...answers] = await Promise.all([withdraw(sent[0]!), ...sent.map(retry)]);
      expect([200, 409]).toContain(withdrawn.status);
      const executed = answers.filter(({ status }) => status === 200).length;
      const used = await app.rows(`SELECT 1 FROM aml_hold WHERE account_number = $1 AND status = 'Used'`, [account]);
      const open = await app.rows(`SELECT 1 FROM aml_hold WHERE account_number = $1 AND status = 'Approved'`, [
        account,
      ]);
      expect(used).toHaveLength(executed);
      if (withdrawn.status === 200) expect(open).toHaveLength(0);
      expect(before - (await app.balance(account))).toBeGreaterThanOrEqual(executed * HOLDS_OUTFLOW);
    });
  });
});
