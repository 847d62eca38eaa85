import type { Response } from 'supertest';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';

const ADMIN = '/api/admin/v1';

interface Versioned {
  version: string;
}

describe('changes of a record that somebody else has changed', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
  });
  afterAll(() => app.close());

  const firstOf = async (
    path: string,
    match: (row: Versioned & Record<string, unknown>) => boolean,
  ): Promise<Versioned> =>
    dataOf<{ data: (Versioned & Record<string, unknown>)[] }>(
      await app.get(`${ADMIN}/${path}`, { PageSize: 200 }, { token: await app.staff('administrator') }),
    ).data.find(match)!;
  const put = (path: string, body: object, version?: string, by = token): Promise<Response> =>
    app.put(`${ADMIN}/${path}`, body, { token: by, headers: version === undefined ? {} : { 'if-match': version } });
  const patch = (path: string, body: object, version?: string): Promise<Response> =>
    app.patch(`${ADMIN}/${path}`, body, { token, headers: version === undefined ? {} : { 'if-match': version } });

  describe('a till', () => {
    let id: number;
    let created: Versioned;
    const details = (name: string): object => ({ name, branchCode: '001', tellerStaffID: 'STF001', cashLimit: 5_000 });
    beforeAll(async () => {
      await app.rows(`UPDATE till SET status = 'Inactive'`);
      const made = await app.post(`${ADMIN}/tills`, { accountNumber: '1999', ...details('Till') }, { token });
      created = dataOf<Versioned>(made);
      ({ id } = created as unknown as { id: number });
    });

    it('is changed from its present version, which is then another one', async () => {
      const changed = dataOf<Versioned>(await put(`tills/${id}`, details('First'), created.version));
      expect(changed.version).not.toBe(created.version);
      const refused = await put(`tills/${id}`, details('Second'), created.version);
      expect(codeOf(refused)).toStrictEqual([409, 'CHANGED_MEANWHILE']);
      expect((refused.body as { data: Versioned }).data.version).toBe(changed.version);
      expect(dataOf(await app.get(`${ADMIN}/tills/${id}`, {}, { token }))).toMatchObject({ name: 'First' });
    });

    it('is changed without a version as ever', async () => {
      expect((await put(`tills/${id}`, details('Third'))).status).toBe(200);
      expect((await put(`tills/${id}`, details('Fourth'), '*')).status).toBe(200);
    });

    it('takes one of two changes from the same version at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { version } = dataOf<Versioned>(await app.get(`${ADMIN}/tills/${id}`, {}, { token }));
        const answers = await Promise.all(
          ['A', 'B'].map((name) => put(`tills/${id}`, details(`${name} ${round}`), version)),
        );
        expect(answers.map((answer) => codeOf(answer)).sort()).toEqual([
          [200, undefined],
          [409, 'CHANGED_MEANWHILE'],
        ]);
      }
    });

    it('keeps its version while cash moves', async () => {
      const { version } = dataOf<Versioned>(await app.get(`${ADMIN}/tills/${id}`, {}, { token }));
      dataOf(
        await app.post('/api/postings/v1/posttransaction', {
          debitAccount: '1999',
          creditAccount: '1010',
          amount: 5,
          narration: 'Cash',
          referenceNumber: 'VERSIONS-1',
        }),
      );
      expect(dataOf(await app.get(`${ADMIN}/tills/${id}`, {}, { token }))).toMatchObject({ version, balance: 5 });
    });
  });

  it.each([
    ['branches/001', 'branches', (row: Record<string, unknown>) => row.branchCode === '001', { address: 'A' }],
    ['staff/STF002', 'staff', (row: Record<string, unknown>) => row.staffID === 'STF002', { name: 'Musa M' }],
    ['roles/Maker', 'roles', (row: Record<string, unknown>) => row.name === 'Maker', { description: 'Makes' }],
  ])('refuses an old version of %s', async (path, list, match, change) => {
    const { version } = await firstOf(list, match);
    expect(dataOf<Versioned>(await patch(path, change, version)).version).not.toBe(version);
    const again = Object.fromEntries(Object.keys(change).map((field) => [field, 'Again']));
    expect(codeOf(await patch(path, again, version))).toStrictEqual([409, 'CHANGED_MEANWHILE']);
  });

  it('refuses an old version of the roles of a member, which the version of the member does not tell', async () => {
    type Member = Versioned & { rolesVersion: string };
    const member = async (): Promise<Member> =>
      (await firstOf('staff', ({ staffID }) => staffID === 'STF003')) as unknown as Member;
    const before = await member();
    dataOf(await app.approved(put('staff/STF003/roles', { roles: ['Checker', 'Maker'] }, before.rolesVersion)));
    const after = await member();
    expect([after.version, after.rolesVersion === before.rolesVersion]).toEqual([before.version, false]);
    const late = await put('staff/STF003/roles', { roles: ['Maker'] }, before.rolesVersion);
    expect(codeOf(late)).toStrictEqual([409, 'CHANGED_MEANWHILE']);
    expect((late.body as { data: Versioned }).data.version).toBe(after.rolesVersion);
    dataOf(await put('staff/STF003/roles', { roles: ['Checker'] }, after.rolesVersion));
  });

  it.each([
    ['rates', { name: 'Diaspora', interestRate: 18 }],
    ['fees', { name: 'Monitoring', kind: 'Flat', amount: 5, incomeLedgerCode: '4010', charged: 'Disbursement' }],
  ])('refuses an old version of one of the %s of a product, also of two changes at once', async (kind, body) => {
    const path = `products/LN001/${kind}`;
    const made = dataOf<Versioned & { id: number }>(await app.post(`${ADMIN}/${path}`, body, { token }));
    const answers = await Promise.all(['One', 'Two'].map((name) => put(`${path}/${made.id}`, { name }, made.version)));
    expect(answers.map((answer) => codeOf(answer)).sort()).toEqual([
      [200, undefined],
      [409, 'CHANGED_MEANWHILE'],
    ]);
    const { version } = await firstOf(path, ({ id }) => id === made.id);
    expect(dataOf<Versioned>(await put(`${path}/${made.id}`, { status: 'Inactive' }, version)).version).not.toBe(
      version,
    );
  });

  it('refuses an old version of a product', async () => {
    const { version } = await firstOf('products', ({ productCode }) => productCode === 'SAV001');
    const changed = dataOf<Versioned>(await put('products/SAV001', { productName: 'Savings one' }, version));
    expect(changed.version).not.toBe(version);
    const refused = await put('products/SAV001', { productName: 'Savings two' }, version);
    expect(codeOf(refused)).toStrictEqual([409, 'CHANGED_MEANWHILE']);
  });

  it('refuses an old version of a placement', async () => {
    const body = {
      counterparty: 'Bank',
      amount: 5,
      rate: 20,
      startDate: '2026-01-05',
      maturityDate: '2999-12-31',
    };
    const { id, version } = dataOf<Versioned & { id: number }>(await app.post(`${ADMIN}/placements`, body, { token }));
    expect((await put(`placements/${id}`, { ...body, amount: 6 }, version)).status).toBe(200);
    expect(codeOf(await put(`placements/${id}`, { ...body, amount: 7 }, version))).toStrictEqual([
      409,
      'CHANGED_MEANWHILE',
    ]);
  });

  it('refuses an old version of the wording of a message, also of the first own one at once', async () => {
    const path = 'notification-templates';
    const rows = dataOf<{ data: (Versioned & { event: string; channel: string })[] }>(
      await app.get(`${ADMIN}/${path}`, {}, { token }),
    ).data;
    const { event, channel, version } = rows.find((row) => row.channel === 'sms')!;
    const answers = await Promise.all(
      ['One', 'Two'].map((body) => put(`${path}/${event}/${channel}`, { body }, version)),
    );
    expect(answers.map((answer) => codeOf(answer)).sort()).toEqual([
      [200, undefined],
      [409, 'CHANGED_MEANWHILE'],
    ]);
  });

  it('refuses an old version of an AML rule and of a policy, before a second person is asked', async () => {
    const officer = await app.staff('amlOfficer');
    const rule = { name: 'Versioned', direction: 'inflow', threshold: 900_000_000, active: false };
    const made = dataOf<Versioned & { id: number }>(
      await app.approved(app.post(`${ADMIN}/aml/rules`, rule, { token: officer })),
    );
    const changed = await app.approved(put(`aml/rules/${made.id}`, { ...rule, name: 'New' }, made.version, officer));
    expect(dataOf<Versioned>(changed).version).not.toBe(made.version);
    const refused = await put(`aml/rules/${made.id}`, { ...rule, name: 'Newer' }, made.version, officer);
    expect(codeOf(refused)).toStrictEqual([409, 'CHANGED_MEANWHILE']);
    const policy = { operation: 'local-transfer', amountFloor: 5_000_000 };
    const first = dataOf<Versioned & { id: number }>(
      await app.approved(app.post(`${ADMIN}/approval-policies`, policy, { token })),
    );
    const path = `approval-policies/${first.id}`;
    dataOf(await app.approved(put(path, { ...policy, amountFloor: 6_000_000 }, first.version)));
    const late = await put(path, { ...policy, amountFloor: 7_000_000 }, first.version);
    expect(codeOf(late)).toStrictEqual([409, 'CHANGED_MEANWHILE']);
  });

  it('refuses a header that is no version', async () => {
    const refused = await patch('branches/001', { address: 'B' }, '"a", "b"');
    expect(codeOf(refused)).toStrictEqual([400, 'VALIDATION_FAILED']);
  });
});
