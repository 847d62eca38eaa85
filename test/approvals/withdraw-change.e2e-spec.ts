import type { Response } from 'supertest';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';

const APPROVALS = '/api/admin/v1/approvals';

interface Shown {
  status: string;
  decidedBy?: string | null;
}

describe('the withdrawal of a change that waits', () => {
  let app: TestApp;
  let maker: string;
  let checker: string;
  beforeAll(async () => {
    app = await TestApp.startWithPolicies();
    maker = await app.staff('administrator');
    checker = await app.staff('secondAdministrator');
  });
  afterAll(() => app.close());

  let roles = 0;
  const ask = async (): Promise<number> => {
    roles += 1;
    const asked = await app.post(
      '/api/admin/v1/roles',
      { name: `Role ${roles}`, permissions: ['view-staff'] },
      { token: maker },
    );
    return dataOf<{ approvalId: number }>(asked, 202).approvalId;
  };
  const withdraw = (approvalId: number, token = maker): Promise<Response> =>
    app.post(`${APPROVALS}/${approvalId}/withdraw`, {}, { token });
  const approve = (approvalId: number): Promise<Response> =>
    app.post(`${APPROVALS}/${approvalId}/approve`, {}, { token: checker });

  it('ends it for good, is told to all and audited', async () => {
    const approvalId = await ask();
    expect(dataOf<Shown>(await withdraw(approvalId))).toMatchObject({ status: 'Canceled' });
    expect(codeOf(await approve(approvalId))).toStrictEqual([409, 'APPROVAL_ALREADY_DECIDED']);
    expect(codeOf(await withdraw(approvalId))).toStrictEqual([409, 'APPROVAL_ALREADY_DECIDED']);
    const audited = await app.rows('SELECT actor, action FROM audit_log WHERE subject = $1 ORDER BY at, id', [
      `approval:${approvalId}`,
    ]);
    expect(audited).toMatchObject([{ action: 'approval.ask' }, { actor: 'staff:STF005', action: 'approval.withdraw' }]);
    expect(await app.rows(`SELECT 1 FROM role WHERE name = $1`, [`Role ${roles}`])).toEqual([]);
  });

  it('is for the maker alone', async () => {
    const approvalId = await ask();
    expect(codeOf(await withdraw(approvalId, checker))).toStrictEqual([403, 'ONLY_MAKER_WITHDRAWS']);
    expect(codeOf(await withdraw(approvalId, await app.staff('checker')))).toStrictEqual([403, 'ONLY_MAKER_WITHDRAWS']);
    expect((await approve(approvalId)).status).toBe(200);
    expect(codeOf(await withdraw(approvalId))).toStrictEqual([409, 'APPROVAL_ALREADY_DECIDED']);
  });

  it('is not for movements or unknown approvals', async () => {
    const payer = await app.openAccount();
    const group = await app.post(
      '/api/admin/v1/posting-groups',
      {
        narration: 'Group',
        referenceNumber: 'WITHDRAW-GROUP',
        entries: [
          { account: '1010', side: 'Debit', amount: 5 },
          { account: payer, side: 'Credit', amount: 5 },
        ],
      },
      { token: await app.staff('maker') },
    );
    const { approvalId } = dataOf<{ approvalId: number }>(group, 202);
    const own = await withdraw(approvalId, await app.staff('maker'));
    expect(codeOf(own)).toStrictEqual([422, 'WITHDRAWAL_NOT_ALLOWED']);
    expect(codeOf(await withdraw(999_999_999))).toStrictEqual([404, 'APPROVAL_NOT_FOUND']);
  });

  it('and an approval at the same time end in one of the two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const approvalId = await ask();
      const answers = await Promise.all([withdraw(approvalId), approve(approvalId)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const made = await app.rows(`SELECT 1 FROM role WHERE name = $1`, [`Role ${roles}`]);
      expect(made).toHaveLength(answers[1].status === 200 ? 1 : 0);
    }
  });
});
