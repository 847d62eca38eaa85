import type { Response } from 'supertest';
import { dataOf, refusalOf } from '../support/answers';
import { type StaffPart, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';
import { GET_ACCOUNT } from './sandbox-accounts';

const ACCOUNTS = '/api/admin/v1/accounts';
const APPROVALS = '/api/admin/v1/approvals';
const HOLDS = '/api/admin/v1/aml/holds';
const HELD_FROM = 400;

/** Who freezes: a court by a member of staff, the same member, another one, or a hold of AML. */
const FREEZES = ['court', 'maker', 'other', 'aml'] as const;
type Freeze = (typeof FREEZES)[number];

interface Change {
  id: number;
  fromStatus: string;
  toStatus: string;
  actor: string;
  endsFreezeID: number | null;
  orderedBy: string | null;
}

describe('Several freezes of one account', () => {
  let app: TestApp;
  let maker: Hired;
  let other: Hired;
  let senior: Hired;
  let account: string;

  beforeAll(async () => {
    app = await TestApp.start();
    const rights = ['freeze-accounts', 'view-account-status-changes'];
    maker = await hire(app, 'FRZ001', rights);
    other = await hire(app, 'FRZ002', rights);
    senior = await hire(app, 'FRZ003', ['view-approvals', 'approve-account-status-changes', 'end-court-freezes']);
    const rule = { name: 'Large', direction: 'inflow', threshold: HELD_FROM, action: 'hold-and-freeze' };
    const product = { productCode: app.sandbox.productCode };
    dataOf(await app.approved(asStaff('amlOfficer', '/api/admin/v1/aml/rules', { ...rule, ...product })));
  });
  beforeEach(async () => (account = await app.openAccount(100)));
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const asStaff = async (part: StaffPart, path: string, body: object): Promise<Response> =>
    app.post(path, body, { token: await app.staff(part) });
  const as = ({ token }: Hired, path: string, body: object): Promise<Response> => app.post(path, body, { token });
  const status = async (): Promise<string> =>
    dataOf<{ accountStatus: string }>(await app.get(GET_ACCOUNT, { AccountNumber: account })).accountStatus;
  const changes = async (): Promise<Change[]> => {
    const query = { AccountNumber: account, Direction: 'Asc' };
    return dataOf<{ data: Change[] }>(await app.get(`${ACCOUNTS}/status-changes`, query, { token: maker.token })).data;
  };

  /** A payment from outside that the rule holds. */
  const hold = async (): Promise<number> => {
    const body = { debitAccount: '1010', creditAccount: account, amount: HELD_FROM, postingsTransactionType: 1 };
    const held = await app.post('/api/transfer/v1/localfundtransfer', { ...body, narration: 'x' });
    return dataOf<{ approvalId: number }>(held, 202).approvalId;
  };
  const freezeBy = (who: Hired, fields: object = {}): Promise<Response> =>
    as(who, `${ACCOUNTS}/freeze`, { accountNumber: account, reason: 'Suit FHC/L/2026/9', ...fields });

  /** Freezes the account. @returns the id of the freeze */
  async function freeze(kind: Freeze): Promise<number> {
    const { length } = await changes();
    if (kind === 'aml') await hold();
    else dataOf(await freezeBy(kind === 'other' ? other : maker, kind === 'court' ? { orderedBy: 'court' } : {}));
    await eventually(async () => expect(await changes()).toHaveLength(length + 1));
    return (await changes()).at(-1)!.id;
  }
  const ask = (fields: object, who: Hired = maker): Promise<Response> =>
    as(who, `${ACCOUNTS}/unfreeze`, { accountNumber: account, reason: 'Lifted', ...fields });
  const waiting = (answer: Response): number => dataOf<{ approvalId: number }>(answer, 202).approvalId;
  const approve = (approvalId: number, who: Hired = senior): Promise<Response> =>
    as(who, `${APPROVALS}/${approvalId}/approve`, { note: 'Seen' });
  const end = async (freezeID: number): Promise<void> => {
    expect((await approve(waiting(await ask({ freezeID })))).status).toBe(200);
  };

  const pairs = FREEZES.flatMap((one) => FREEZES.map((two) => [one, two] as const))
    // AML adds none while one of its own stands.
    .filter(([one, two]) => !(one === 'aml' && two === 'aml'));

  it.each(pairs)('by %s and then %s: each ends by its name, whichever is named first', async (one, two) => {
    for (const first of [0, 1]) {
      account = await app.openAccount(100);
      const ids = [await freeze(one), await freeze(two)];
      const [ended, standing] = [ids[first]!, ids[1 - first]!];
      await end(ended);
      expect(await status()).toBe('Frozen');
      expect((await changes()).at(-1)).toMatchObject({ toStatus: 'Frozen', endsFreezeID: ended });
      expect(refusalOf(await ask({ freezeID: ended }))).toEqual({ status: 404, code: 'FREEZE_NOT_FOUND' });
      await end(standing);
      expect(await status()).toBe('Active');
      expect((await changes()).at(-1)).toMatchObject({ toStatus: 'Active', endsFreezeID: standing });
    }
  });

  it.each(['court', 'maker'] as const)(
    'the release of a hold ends its own before and after that by %s',
    async (kind) => {
      const release = (approvalId: number): Promise<Response> =>
        asStaff('amlOfficer', `${HOLDS}/${approvalId}/approve`, { note: 'Known payer', liftFreeze: true });
      for (const isReleasedFirst of [true, false]) {
        account = await app.openAccount(100);
        const approvalId = await hold();
        const ofAml = (await changes())[0]!.id;
        const staffs = await freeze(kind);
        if (!isReleasedFirst) await end(staffs);
        const released = await release(approvalId);
        expect(dataOf<object>(released)).toMatchObject({ frozenAccounts: [{ freezeLifted: true }] });
        expect((await changes()).at(-1)).toMatchObject({ endsFreezeID: ofAml });
        expect(await status()).toBe(isReleasedFirst ? 'Frozen' : 'Active');
        if (isReleasedFirst) await end(staffs);
        expect(await status()).toBe('Active');
      }
    },
  );

  it('the release of a hold lifts nothing once its freeze has ended by name', async () => {
    const approvalId = await hold();
    const [ofAml] = await changes();
    await freeze('maker');
    await end(ofAml!.id);
    const decision = { note: 'Known payer', liftFreeze: true };
    const released = await asStaff('amlOfficer', `${HOLDS}/${approvalId}/approve`, decision);
    expect(dataOf<object>(released)).toMatchObject({ frozenAccounts: [{ freezeLifted: false }] });
    expect(await status()).toBe('Frozen');
  });

  it('without a name a member of staff ends the own one, and the summary says which', async () => {
    const [own] = [await freeze('maker'), await freeze('other'), await freeze('aml')];
    const approvalId = waiting(await ask({}));
    const [asked] = await app.rows<{ summary: string }>('SELECT summary FROM approval WHERE id = $1', [approvalId]);
    expect(asked!.summary).toBe(`Unfreeze account ${account}, Test Person (ends freeze ${own}, one of 3): Lifted`);
    expect((await approve(approvalId)).status).toBe(200);
    expect((await changes()).at(-1)).toMatchObject({ toStatus: 'Frozen', endsFreezeID: own });
  });

  it('without a name a client ends the latest by staff, then that of AML, and none of a court', async () => {
    const [ofAml, ofMaker, ofOther, ofCourt] = [
      ...[await freeze('aml'), await freeze('maker')],
      ...[await freeze('other'), await freeze('court')],
    ];
    const byClient = (): Promise<Response> => app.put('/api/account/v1/unfreeze', { accountNumber: account });
    for (const expected of [ofOther, ofMaker, ofAml]) {
      expect((await approve(waiting(await byClient()))).status).toBe(200);
      expect((await changes()).at(-1)).toMatchObject({ toStatus: 'Frozen', endsFreezeID: expected });
    }
    expect(refusalOf(await byClient())).toEqual({ status: 409, code: 'FREEZE_NOT_NAMED' });
    expect(refusalOf(await ask({}))).toEqual({ status: 409, code: 'FREEZE_NOT_NAMED' });
    expect((await app.put('/api/account/v1/unfreeze', { accountNumber: account, freezeID: ofCourt })).status).toBe(400);
    await end(ofCourt!);
    expect(await status()).toBe('Active');
  });

  it('that of a court ends with a checker who may end it, and stands while another one tries', async () => {
    const freezeID = await freeze('court');
    expect((await changes())[0]).toMatchObject({ orderedBy: 'court', endsFreezeID: null });
    const approvalId = waiting(await ask({ freezeID }));
    expect(refusalOf(await asStaff('checker', `${APPROVALS}/${approvalId}/approve`, { note: 'x' }))).toEqual({
      status: 403,
      code: 'PERMISSION_DENIED',
    });
    const bulk = await asStaff('checker', `${APPROVALS}/decide`, {
      decisions: [{ approvalId, verdict: 'approve', note: 'x' }],
    });
    expect(bulk.text).toContain('PERMISSION_DENIED');
    expect(await status()).toBe('Frozen');
    expect((await approve(approvalId)).status).toBe(200);
    expect(await status()).toBe('Active');
  });

  it('that of AML ends with a checker of AML only, where the institution wants it', async () => {
    await freeze('aml');
    const approvalId = waiting(await ask({}));
    await app.configure({ AML_FREEZE_ENDS_BY_AML: 'true' });
    try {
      const refused = await approve(approvalId);
      expect(refusalOf(refused)).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
      expect(refused.text).not.toMatch(/aml/i);
      expect(await status()).toBe('Frozen');
      const note = { note: 'Explained' };
      expect((await asStaff('amlOfficer', `${APPROVALS}/${approvalId}/approve`, note)).status).toBe(200);
      expect(await status()).toBe('Active');
    } finally {
      await app.configure({ AML_FREEZE_ENDS_BY_AML: null });
    }
  });

  it.each<[string, () => Promise<number>]>([
    [
      'of another account',
      async () => {
        const mine = account;
        account = await app.openAccount();
        const freezeID = await freeze('maker');
        account = mine;
        return freezeID;
      },
    ],
    [
      'of a change that is no freeze',
      async () => {
        await end(await freeze('other'));
        return (await changes()).at(-1)!.id;
      },
    ],
    ['that nobody has', () => Promise.resolve(999_999_999)],
  ])('are not ended by an id %s', async (_, idOf) => {
    const freezeID = await idOf();
    await freeze('maker');
    expect(refusalOf(await ask({ freezeID }))).toEqual({ status: 404, code: 'FREEZE_NOT_FOUND' });
    expect(await status()).toBe('Frozen');
  });

  it('end once each when a release and an approval run together', async () => {
    for (let round = 0; round < 5; round += 1) {
      account = await app.openAccount(100);
      const holdId = await hold();
      const ofMaker = await freeze('maker');
      const approvalId = waiting(await ask({ freezeID: ofMaker }));
      const decision = { note: 'Known payer', liftFreeze: true };
      const [released, approved] = await Promise.all([
        asStaff('amlOfficer', `${HOLDS}/${holdId}/approve`, decision),
        approve(approvalId),
      ]);
      expect(dataOf<object>(released)).toMatchObject({ frozenAccounts: [{ freezeLifted: true }] });
      const ended = (await changes()).map(({ endsFreezeID }) => endsFreezeID).filter((id) => id !== null);
      expect(new Set(ended).size).toBe(ended.length);
      // An approval that finds the account changed since it was asked for is refused.
      expect([200, 409]).toContain(approved.status);
      expect(ended).toHaveLength(approved.status === 200 ? 2 : 1);
      expect(await status()).toBe(approved.status === 200 ? 'Active' : 'Frozen');
    }
  });

  it('stop debits in parallel with the end of one of them', async () => {
    const ids = [await freeze('maker'), await freeze('other')];
    const approvalId = waiting(await ask({ freezeID: ids[0] }));
    const body = {
      debitAccount: account,
      creditAccount: '2030',
      amount: 1,
      narration: 'x',
    };
    const debit = (): Promise<Response> => app.post('/api/transfer/v1/localfundtransfer', body);
    const [approved, ...debits] = await Promise.all([approve(approvalId), ...Array.from({ length: 10 }, debit)]);
    expect(approved.status).toBe(200);
    expect(debits.map((answer) => refusalOf(answer).code)).toEqual(Array.from({ length: 10 }, () => 'ACCOUNT_FROZEN'));
    expect(await app.balance(account)).toBe(100);
  });

  it('hold an account that its client had made inactive, which neither the client nor the end opens', async () => {
    const byClient = (path: string): Promise<Response> =>
      app.put(`/api/account/v1/${path}`, { accountNumber: account });
    expect((await byClient('deactivate')).status).toBe(200);
    const freezeID = await freeze('court');
    expect(await status()).toBe('Frozen');
    expect(refusalOf(await byClient('activate'))).toEqual({ status: 409, code: 'STATUS_CHANGE_NOT_ALLOWED' });
    const ofOther = await freeze('other');
    await end(freezeID);
    expect(await status()).toBe('Frozen');
    await end(ofOther);
    expect(await status()).toBe('Inactive');
    expect((await byClient('activate')).status).toBe(200);
    expect(await status()).toBe('Active');
  });

  it.each(['maker', 'aml'] as const)('by %s do not wake a dormant account when they end', async (kind) => {
    await app.rows(`UPDATE ledger_account SET status = 'Dormant' WHERE number = $1`, [account]);
    const first = await freeze(kind);
    const second = await freeze('court');
    await end(first);
    expect(await status()).toBe('Frozen');
    await end(second);
    expect(await status()).toBe('Dormant');
    expect((await changes()).at(-1)).toMatchObject({ fromStatus: 'Frozen', toStatus: 'Dormant', endsFreezeID: second });
    const body = { debitAccount: account, creditAccount: '1010', amount: 1, narration: 'x' };
    const debit = await app.post('/api/transfer/v1/localfundtransfer', { ...body, postingsTransactionType: 1 });
    expect(refusalOf(debit)).toEqual({ status: 409, code: 'ACCOUNT_DORMANT' });
    expect((await app.put('/api/account/v1/activate', { accountNumber: account })).status).toBe(200);
    expect(await status()).toBe('Active');
  });

  it('hold an account whatever a client makes of it at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      account = await app.openAccount(100);
      const [frozen] = await Promise.all([
        freezeBy(maker, { orderedBy: 'court' }),
        app.put('/api/account/v1/deactivate', { accountNumber: account }),
      ]);
      await app.put('/api/account/v1/activate', { accountNumber: account });
      expect(frozen.status).toBe(200);
      expect(await status()).toBe('Frozen');
    }
  });

  it('that an earlier program ended without a name are counted as before', async () => {
    await freeze('maker');
    await freeze('other');
    await app.rows(
      `INSERT INTO account_status_change
         (institution_id, id, account_id, account_number, from_status, to_status, actor, checker, at)
       SELECT institution_id, $2, id, number, 'Frozen', 'Frozen', 'staff:ST1', 'staff:ST2', now() + interval '1 second'
         FROM ledger_account WHERE number = $1`,
      [account, 7_000_000_000_001],
    );
    expect((await approve(waiting(await ask({})))).status).toBe(200);
    expect(await status()).toBe('Active');
  });
});
