import type { Response } from 'supertest';
import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import { GET_ACCOUNT } from '../accounts/sandbox-accounts';
import { dataOf } from '../support/answers';
import { type StaffPart, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';

const HOLDS = '/api/admin/v1/aml/holds';
const RULES = '/api/admin/v1/aml/rules';
const ACCOUNTS = '/api/admin/v1/accounts';
const SCENARIOS = '/api/admin/v1/aml/scenarios';
const HELD_FROM = 400;
/** Below both rules. */
const HELD_BY_SCENARIO = 123.45;

interface Held {
  accountNumber: string;
  approvalId: number;
  frozenAccounts: { accountNumber: string; freezeLifted: boolean }[];
}

describe('A hold that freezes both sides of a movement', () => {
  let app: TestApp;
  let clerk: Hired;
  let senior: Hired;
  let payee: string;

  const asStaff = async (part: StaffPart, path: string, body: object): Promise<Response> =>
    app.post(path, body, { token: await app.staff(part) });

  beforeAll(async () => {
    app = await TestApp.start();
    clerk = await hire(app, 'SID001', ['freeze-accounts']);
    senior = await hire(app, 'SID002', ['view-approvals', 'approve-account-status-changes']);
    const { productCode } = app.sandbox;
    const rule = { action: 'hold-and-freeze', productCode };
    // The higher threshold goes first, so the payer is the account of the hold.
    for (const [name, direction, threshold] of [
      ['Large payments', 'outflow', HELD_FROM],
      ['Large receipts', 'inflow', HELD_FROM / 2],
    ])
      dataOf(await app.approved(asStaff('amlOfficer', RULES, { ...rule, name, direction, threshold })));
    const author = { token: (await hire(app, 'SID003', ['manage-scenarios'])).token };
    const when = `movement.amountKobo == ${Math.round(HELD_BY_SCENARIO * 100)}`;
    const conditions = [{ name: 'amount', when, points: 60, words: 'x' }];
    const facts = { code: 'both-sides', action: 'hold-and-freeze', appliesTo: {}, conditions, parameters: {} };
    dataOf(await app.post(SCENARIOS, { code: 'both-sides', definition: { ...EXAMPLE_DEFINITION, ...facts } }, author));
    const live = app.post(`${SCENARIOS}/both-sides/live`, { version: 1 }, author);
    dataOf(await app.approved(live, await app.staff('secondAmlOfficer')));
  });
  beforeEach(async () => (payee = await app.openAccount(10)));
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const status = async (AccountNumber: string): Promise<string> =>
    dataOf<{ accountStatus: string }>(await app.get(GET_ACCOUNT, { AccountNumber })).accountStatus;
  const view = async (approvalId: number): Promise<Held> =>
    dataOf<Held>(await app.get(`${HOLDS}/${approvalId}`, {}, { token: await app.staff('amlOfficer') }));

  /** A payment to the payee that is held, before anybody looks at its cover. @returns its approval and the payer */
  async function hold(amount = HELD_FROM): Promise<{ approvalId: number; payer: string }> {
    const payer = await app.openAccount(10);
    const body = { debitAccount: payer, creditAccount: payee, amount };
    const held = await app.post('/api/transfer/v1/localfundtransfer', { ...body, narration: 'x' });
    return { approvalId: dataOf<{ approvalId: number }>(held, 202).approvalId, payer };
  }
  const decide = async (approvalId: number, verdict: 'approve' | 'decline', liftFreeze?: boolean): Promise<Held> =>
    dataOf<Held>(
      await asStaff('amlOfficer', `${HOLDS}/${approvalId}/${verdict}`, {
        note: 'Seen',
        ...(liftFreeze && { liftFreeze }),
      }),
    );

  it.each([
    ['rules', HELD_FROM],
    ['a scenario', HELD_BY_SCENARIO],
  ])('by %s keeps the payee frozen while another undecided hold meets it, and frees the payer', async (_, amount) => {
    const [first, second] = [await hold(amount), await hold(amount)];
    expect((await view(second.approvalId)).accountNumber).toBe(second.payer);
    const released = await decide(first.approvalId, 'approve', true);
    expect(await Promise.all([payee, first.payer, second.payer].map(status))).toEqual(['Frozen', 'Active', 'Frozen']);
    expect(released.frozenAccounts).toEqual([
      { accountNumber: first.payer, freezeLifted: true },
      { accountNumber: payee, freezeLifted: false },
    ]);
  });

  it('keeps the payee frozen by the undecided hold also after the rule of that hold has changed', async () => {
    const [first] = [await hold(), await hold()];
    await app.rows(`UPDATE aml_rule SET action = 'hold'`);
    try {
      await decide(first.approvalId, 'approve', true);
      expect(await status(payee)).toBe('Frozen');
    } finally {
      await app.rows(`UPDATE aml_rule SET action = 'hold-and-freeze'`);
    }
  });

  it.each(['approve', 'decline'] as const)('frees the payee once the other hold is decided: %s', async (verdict) => {
    const [first, second] = [await hold(), await hold()];
    await decide(second.approvalId, verdict);
    await decide(first.approvalId, 'approve', true);
    expect(await status(payee)).toBe('Active');
  });

  it('keeps the payee frozen when the release of one hold and the next hold come at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      payee = await app.openAccount(10);
      const first = await hold();
      await Promise.all([decide(first.approvalId, 'approve', true), hold(), hold()]);
      expect(await status(payee)).toBe('Frozen');
    }
  });

  it('shows of a hold the accounts that it froze, not those that were frozen before', async () => {
    const [first, second] = [await hold(), await hold()];
    const numbers = async ({ approvalId }: { approvalId: number }): Promise<string[]> =>
      (await view(approvalId)).frozenAccounts.map(({ accountNumber }) => accountNumber);
    expect((await numbers(first)).sort()).toEqual([first.payer, payee].sort());
    expect(await numbers(second)).toEqual([second.payer]);
    const lifted = await decide(second.approvalId, 'approve', true);
    expect(lifted.frozenAccounts).toEqual([{ accountNumber: second.payer, freezeLifted: true }]);
    expect(await status(payee)).toBe('Frozen');
  });

  it('adds its freeze to a payee whom staff had frozen, so that the end of theirs does not open the account', async () => {
    const reason = 'The card was lost.';
    dataOf(await app.post(`${ACCOUNTS}/freeze`, { accountNumber: payee, reason }, { token: clerk.token }));
    await hold();
    const freezes = (): Promise<{ id: string; actor: string }[]> =>
      app.rows(
        `SELECT id, actor FROM account_status_change WHERE account_number = $1 AND to_status = 'Frozen' ORDER BY id`,
        [payee],
      );
    await eventually(async () => expect(await freezes()).toHaveLength(2));
    const [ofStaff] = await freezes();
    const asked = await app.post(
      `${ACCOUNTS}/unfreeze`,
      { accountNumber: payee, reason: 'Found', freezeID: Number(ofStaff!.id) },
      { token: clerk.token },
    );
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    const path = `/api/admin/v1/approvals/${approvalId}/approve`;
    dataOf(await app.post(path, { note: 'Seen' }, { token: senior.token }));
    expect(await status(payee)).toBe('Frozen');
  });
});
