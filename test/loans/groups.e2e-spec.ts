import type { Response } from 'supertest';
import { balancesOf, setStatus, strangersToken } from '../accounts/liens-support';
import { companyOf, openVirtualAccount } from '../accounts/sandbox-accounts';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  ADD_GROUP_LOAN,
  addFee,
  bookBalanceKobo,
  DISBURSE_GROUP_LOAN,
  disburseLoan,
  fundedCustomer,
  productIdOf,
  SEARCH_GROUP_LOANS,
  STAFF_GROUP_LOANS,
  STAFF_LOANS,
} from './loans-support';

interface Participant {
  loanRequest: Record<string, unknown>;
  preferredPartnerReference?: string;
}

interface AddedGroup {
  id: number;
  approvalId: number;
  participants: { id: number; loanAccountNumber: string }[];
}

describe('group loans', () => {
  let app: TestApp;
  let productId: number;
  beforeAll(async () => {
    app = await TestApp.start();
    productId = await productIdOf(app, 'GLN001');
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const member = async (fields: Record<string, unknown> = {}): Promise<Participant & { accountNumber: string }> => {
    const { accountNumber, accountId } = await fundedCustomer(app);
    return {
      loanRequest: { accountID: accountId, principalAmount: 50_000, principalRepaymentTenure: 10, ...fields },
      preferredPartnerReference: `M-${accountNumber}`,
      accountNumber,
    };
  };
  const members = async (
    count: number,
    fields: Record<string, unknown> = {},
  ): Promise<(Participant & { accountNumber: string })[]> => {
    const all = [];
    for (let n = 0; n < count; n += 1) all.push(await member(fields));
    return all;
  };
  const bodyOf = (participants: Participant[], fields: Record<string, unknown> = {}): Record<string, unknown> => ({
    groupLoanProductID: productId,
    name: 'Balogun Women',
    referenceNumber: freshReference('GRP'),
    participants: participants.map(({ loanRequest, preferredPartnerReference }) => ({
      loanRequest,
      preferredPartnerReference,
    })),
    ...fields,
  });
  const add = (participants: Participant[], fields: Record<string, unknown> = {}): Promise<Response> =>
    app.post(ADD_GROUP_LOAN, bodyOf(participants, fields));
  const pending = async (participants: Participant[], fields: Record<string, unknown> = {}): Promise<AddedGroup> => {
    const added = await add(participants, fields);
    if (added.status !== 202) throw new Error(`Not added: ${added.text}`);
    return (added.body as { data: AddedGroup }).data;
  };
  const decide = async (id: number, verdict: 'approve' | 'reject', body = {}): Promise<Response> =>
    app.post(`${STAFF_GROUP_LOANS}/${id}/${verdict}`, body, { token: await app.staff('checker') });
  const approved = async (participants: Participant[], fields: Record<string, unknown> = {}): Promise<AddedGroup> => {
    const group = await pending(participants, fields);
    dataOf(await decide(group.id, 'approve'));
    return group;
  };
  const disburse = (groupLoanID: number, fields: Record<string, unknown> = {}): Promise<Response> =>
    app.post(DISBURSE_GROUP_LOAN, { groupLoanID, referenceNumber: freshReference('GDISB'), ...fields });
  const shown = async (
    groupLoanID: number,
  ): Promise<Record<string, unknown> & { participants: { id: number; loanRequest: Record<string, unknown> }[] }> =>
    dataOf<{
      data: (Record<string, unknown> & { participants: { id: number; loanRequest: Record<string, unknown> }[] })[];
    }>(await app.get(SEARCH_GROUP_LOANS, { groupLoanID })).data[0]!;
  const loanCount = async (): Promise<unknown> =>
    (
      await app.rows(
        'SELECT (SELECT count(*) FROM loan) AS loans, (SELECT count(*) FROM group_loan) AS groups, (SELECT count(*) FROM loan_contract) AS contracts',
      )
    )[0];

  it('are created, approved by one decision and disbursed in one posting', async () => {
    const people = await members(3);
    const group = await pending(people, { notes: 'First cycle' });
    expect(await shown(group.id)).toMatchObject({
      groupLoanID: group.id,
      groupLoanProductID: productId,
      name: 'Balogun Women',
      groupLoanStatus: 'PendingApproval',
      approvalId: group.approvalId,
      notes: 'First cycle',
      totalPrincipal: 150_000,
      participants: people.map(({ accountNumber, loanRequest, preferredPartnerReference }, index) => ({
        id: group.participants[index]!.id,
        preferredPartnerReference,
        loanRequest: {
          ...loanRequest,
          linkedNumber: accountNumber,
          loanStatus: 'PendingApproval',
          groupLoanID: group.id,
          lendingModel: 4,
          interestRate: 30,
          principalRepaymentFrequency: 1,
        },
      })),
    });
    const first = group.participants[0]!;
    expect(
      refusalOf(await app.post(`${STAFF_LOANS}/${first.id}/approve`, {}, { token: await app.staff('checker') })),
    ).toEqual({ status: 409, code: 'LOAN_IN_GROUP' });
    expect(refusalOf(await app.put('/api/loanaccount/v1/update', { id: first.id, tenure: 5 }))).toEqual({
      status: 409,
      code: 'LOAN_IN_GROUP',
    });
    expect(refusalOf(await disburse(group.id))).toEqual({ status: 409, code: 'LOAN_STATUS_REFUSED' });
    expect(dataOf(await decide(group.id, 'approve'))).toEqual({
      id: group.id,
      groupLoanStatus: 'Approved',
      approvalId: group.approvalId,
      approvalStatus: 'Approved',
    });
    expect(refusalOf(await disburseLoan(app, first.loanAccountNumber))).toEqual({
      status: 409,
      code: 'LOAN_IN_GROUP',
    });
    const referenceNumber = freshReference('GDISB');
    const paid = dataOf<{ postingReferenceNumber: string }>(await disburse(group.id, { referenceNumber }));
    expect(paid).toMatchObject({
      groupLoanID: group.id,
      groupLoanStatus: 'Active',
      totalPrincipal: 150_000,
      participants: group.participants.map(({ id }) => ({
        id,
        loanStatus: 'Active',
        netDisbursed: 50_000,
        postingReferenceNumber: paid.postingReferenceNumber,
      })),
    });
    for (const { accountNumber } of people) expect(await app.balance(accountNumber)).toBe(50_000);
    for (const { loanAccountNumber } of group.participants)
      expect(await bookBalanceKobo(app, loanAccountNumber)).toBe(5_000_000n);
    expect(
      await app.rows('SELECT count(*)::int AS count FROM posting WHERE reference = $1', [referenceNumber]),
    ).toEqual([{ count: 1 }]);
    expect(await shown(group.id)).toMatchObject({ groupLoanStatus: 'Active', approvalId: null });
    expect(refusalOf(await disburse(group.id, { referenceNumber }))).toEqual({
      status: 409,
      code: 'DUPLICATE_REFERENCE',
    });
    expect(refusalOf(await disburse(group.id))).toEqual({ status: 409, code: 'LOAN_STATUS_REFUSED' });
  });

  it('are disbursed once when requests are simultaneous', async () => {
    const people = await members(2);
    const group = await approved(people);
    const answers = await Promise.all(Array.from({ length: 50 }, () => disburse(group.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(409)]);
    for (const { accountNumber } of people) expect(await app.balance(accountNumber)).toBe(50_000);
  });

  it('are disbursed to all participants or to none', async () => {
    const people = await members(3);
    const group = await approved(people);
    await setStatus(app, people[2]!.accountNumber, 'Inactive');
    expect(refusalOf(await disburse(group.id))).toEqual({ status: 409, code: 'ACCOUNT_INACTIVE' });
    for (const { accountNumber } of people) expect(await app.balance(accountNumber)).toBe(0);
    expect(await shown(group.id)).toMatchObject({ groupLoanStatus: 'Approved' });
    await setStatus(app, people[2]!.accountNumber, 'Active');
    expect((await disburse(group.id)).status).toBe(200);
  });

  it('place a lien for every security deposit or for none', async () => {
    const people = await members(2, { requiredSecurityDepositAmount: 1_000 });
    const group = await approved(people);
    await app.payIn(people[0]!.accountNumber, 1_000);
    expect(refusalOf(await disburse(group.id))).toEqual({ status: 422, code: 'SECURITY_DEPOSIT_MISSING' });
    expect(await balancesOf(app, people[0]!.accountNumber)).toMatchObject({ lienAmount: 0, ledgerBalance: 1_000 });
    await app.payIn(people[1]!.accountNumber, 1_000);
    dataOf(await disburse(group.id));
    for (const { accountNumber } of people)
      expect(await balancesOf(app, accountNumber)).toMatchObject({ lienAmount: 1_000, ledgerBalance: 51_000 });
  });

  it('charge the fee to each participant', async () => {
    const loanFeeID = await addFee(app, 'GLN001', {
      kind: 'Percentage',
      rate: 1,
      vatApplies: false,
      charged: 'Disbursement',
    });
    const people = await members(2, { allowLoanFee: true, loanFeeID });
    dataOf(await disburse((await approved(people)).id));
    for (const { accountNumber } of people) expect(await app.balance(accountNumber)).toBe(49_500);
  });

  it('use another product for a participant who names one', async () => {
    const [own, common] = [
      await member({ productID: await productIdOf(app, 'LN001'), principalRepaymentTenure: 6 }),
      await member({ productID: productId }),
    ];
    const group = await approved([own, common]);
    dataOf(await disburse(group.id));
    expect((await shown(group.id)).participants).toMatchObject([
      {
        loanRequest: {
          productCode: 'LN001',
          interestRate: 24,
          principalRepaymentFrequency: 2,
          lendingModel: 1,
          loanStatus: 'Active',
        },
      },
      {
        loanRequest: {
          productCode: 'GLN001',
          interestRate: 30,
          principalRepaymentFrequency: 1,
          lendingModel: 4,
          loanStatus: 'Active',
        },
      },
    ]);
    for (const { accountNumber } of [own, common]) expect(await app.balance(accountNumber)).toBe(50_000);
  });

  it('continue without a loan that staff canceled', async () => {
    const people = await members(3);
    const group = await pending(people);
    const cancel = async (id: number): Promise<unknown> =>
      dataOf(
        await app.post(
          `${STAFF_LOANS}/${id}/cancel`,
          { reason: 'Left the group' },
          { token: await app.staff('administrator') },
        ),
      );
    await cancel(group.participants[0]!.id);
    dataOf(await decide(group.id, 'approve'));
    expect((await shown(group.id)).participants.map(({ loanRequest }) => loanRequest['loanStatus'])).toEqual([
      'Canceled',
      'Approved',
      'Approved',
    ]);
    expect(await shown(group.id)).toMatchObject({ totalPrincipal: 100_000, totalOutstanding: 0 });
    expect(dataOf(await disburse(group.id))).toMatchObject({ totalPrincipal: 100_000, groupLoanStatus: 'Active' });
    expect(await shown(group.id)).toMatchObject({ totalPrincipal: 100_000 });
    expect(await app.balance(people[0]!.accountNumber)).toBe(0);
  });

  it('are rejected as a whole', async () => {
    const group = await pending(await members(2));
    expect((await decide(group.id, 'reject')).status).toBe(400);
    expect(dataOf(await decide(group.id, 'reject', { note: 'Too early' }))).toMatchObject({
      groupLoanStatus: 'Rejected',
    });
    expect(refusalOf(await decide(group.id, 'approve'))).toEqual({ status: 409, code: 'LOAN_STATUS_REFUSED' });
    expect((await shown(group.id)).participants.map(({ loanRequest }) => loanRequest['loanStatus'])).toEqual([
      'Rejected',
      'Rejected',
    ]);
  });

  it('wait for approval when a policy covers their disbursement', async () => {
    const administrator = { token: await app.staff('administrator') };
    const policy = dataOf<{ id: number }>(
      await app.approved(
        app.post('/api/admin/v1/approval-policies', { operation: 'group-loan-disbursement' }, administrator),
      ),
    );
    const people = await members(2);
    const group = await approved(people);
    const asked = await Promise.all([disburse(group.id), disburse(group.id), disburse(group.id)]);
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(await app.balance(people[0]!.accountNumber)).toBe(0);
    const { approvalId } = (asked.find(({ status }) => status === 202)!.body as { data: { approvalId: number } }).data;
    dataOf(await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: await app.staff('checker') }));
    expect(await app.balance(people[0]!.accountNumber)).toBe(50_000);
    expect(await shown(group.id)).toMatchObject({ groupLoanStatus: 'Active', approvalId: null });
    dataOf(
      await app.approved(
        app.put(
          `/api/admin/v1/approval-policies/${policy.id}`,
          { operation: 'group-loan-disbursement', active: false },
          administrator,
        ),
      ),
    );
  });

  it('are approved at once when API requests bypass approvals', async () => {
    const key = '/api/admin/v1/configuration/API_BYPASS_APPROVALS';
    const administrator = { token: await app.staff('administrator') };
    dataOf(await app.approved(app.put(key, { value: 'true' }, administrator)));
    try {
      expect(dataOf(await add(await members(2)))).toMatchObject({
        groupLoanStatus: 'Approved',
        participants: [{ id: expect.any(Number) as number }, {}],
      });
    } finally {
      dataOf(await app.approved(app.put(key, { value: 'false' }, administrator)));
    }
  });

  describe('store nothing', () => {
    let people: Participant[];
    beforeAll(async () => {
      people = await members(2);
    });
    const second = (fields: Record<string, unknown>): Participant[] => [
      people[0]!,
      { ...people[1]!, loanRequest: { ...people[1]!.loanRequest, ...fields } },
    ];

    it.each<{
      name: string;
      participants: () => Promise<Participant[]> | Participant[];
      fields: Record<string, unknown>;
      status: number;
      fieldOrCode: string;
    }>([
      {
        name: 'of one participant',
        participants: () => [people[0]!],
        fields: {},
        status: 400,
        fieldOrCode: 'participants',
      },
      { name: 'of none', participants: () => [], fields: {}, status: 400, fieldOrCode: 'participants' },
      {
        name: 'of too many',
        participants: () => Array<Participant>(101).fill(people[0]!),
        fields: {},
        status: 400,
        fieldOrCode: 'participants',
      },
      { name: 'without a name', participants: () => people, fields: { name: ' ' }, status: 400, fieldOrCode: 'name' },
      {
        name: 'without a reference',
        participants: () => people,
        fields: { referenceNumber: undefined },
        status: 400,
        fieldOrCode: 'referenceNumber',
      },
      {
        name: 'without a product',
        participants: () => people,
        fields: { groupLoanProductID: undefined },
        status: 400,
        fieldOrCode: 'groupLoanProductID',
      },
      {
        name: 'with an unknown field',
        participants: () => people,
        fields: { colour: 'red' },
        status: 400,
        fieldOrCode: 'colour',
      },
      {
        name: 'with a participant without an account',
        participants: () => second({ accountID: undefined }),
        fields: {},
        status: 400,
        fieldOrCode: 'participants[1].loanRequest.accountID',
      },
      {
        name: 'with a participant without an amount',
        participants: () => second({ principalAmount: undefined }),
        fields: {},
        status: 400,
        fieldOrCode: 'participants[1].loanRequest.principalAmount',
      },
      {
        name: 'with a participant without a tenure',
        participants: () => second({ principalRepaymentTenure: null }),
        fields: {},
        status: 400,
        fieldOrCode: 'participants[1].loanRequest.principalRepaymentTenure',
      },
      {
        name: 'with an unknown field of a participant',
        participants: () => second({ linkedNumber: '1' }),
        fields: {},
        status: 400,
        fieldOrCode: 'participants[1].loanRequest.linkedNumber',
      },
      {
        name: 'with the same customer twice',
        participants: () => [people[0]!, people[1]!, people[0]!],
        fields: {},
        status: 422,
        fieldOrCode: 'GROUP_LOAN_PARTICIPANT_REPEATED',
      },
      {
        name: 'with an unknown product',
        participants: () => people,
        fields: { groupLoanProductID: 9 },
        status: 404,
        fieldOrCode: 'PRODUCT_NOT_FOUND',
      },
      {
        name: 'with an unknown product of a participant',
        participants: () => second({ productID: 9 }),
        fields: {},
        status: 404,
        fieldOrCode: 'PRODUCT_NOT_FOUND',
      },
      {
        name: 'with a savings product of a participant',
        participants: async () => second({ productID: await productIdOf(app, 'SAV001') }),
        fields: {},
        status: 422,
        fieldOrCode: 'PRODUCT_TYPE_NOT_ALLOWED',
      },
      {
        name: 'with an amount beyond the product of a participant',
        participants: async () => second({ productID: await productIdOf(app, 'LN001'), principalAmount: 9_999 }),
        fields: {},
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with an unknown account',
        participants: () => second({ accountID: 9 }),
        fields: {},
        status: 404,
        fieldOrCode: 'ACCOUNT_NOT_FOUND',
      },
      {
        name: 'above the largest amount',
        participants: () => second({ principalAmount: 500_000.01 }),
        fields: {},
        status: 422,
        fieldOrCode: 'LOAN_TERMS_REFUSED',
      },
      {
        name: 'with an unknown agent',
        participants: () => second({ agentCode: 'AG999999' }),
        fields: {},
        status: 422,
        fieldOrCode: 'AGENT_NOT_ACTIVE',
      },
      {
        name: 'with an unknown officer',
        participants: () => second({ accountOfficerID: 9 }),
        fields: {},
        status: 404,
        fieldOrCode: 'ACCOUNT_OFFICER_NOT_FOUND',
      },
      {
        name: 'with two loans of one reference',
        participants: () => [
          { ...people[0]!, loanRequest: { ...people[0]!.loanRequest, referenceNumber: 'TWIN' } },
          ...second({ referenceNumber: 'TWIN' }).slice(1),
        ],
        fields: {},
        status: 409,
        fieldOrCode: 'DUPLICATE_REFERENCE',
      },
    ])('when refused $name', async ({ participants, fields, status, fieldOrCode }) => {
      const before = await loanCount();
      const refused = await add(await participants(), fields);
      expect([refused.status, status === 400 ? fieldsOf(refused)[0] : refusalOf(refused).code]).toEqual([
        status,
        fieldOrCode,
      ]);
      if (status !== 400 && !('groupLoanProductID' in fields) && fieldOrCode !== 'GROUP_LOAN_PARTICIPANT_REPEATED')
        expect(refused.body.data).toMatchObject({ participant: 2 });
      expect(await loanCount()).toEqual(before);
    });

    it('when refused with a single product, a virtual account, or a used reference', async () => {
      expect(refusalOf(await add(people, { groupLoanProductID: await productIdOf(app, 'LN001') }))).toEqual({
        status: 422,
        code: 'PRODUCT_TYPE_NOT_ALLOWED',
      });
      const virtual = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
      const [row] = await app.rows<{ id: string }>('SELECT id FROM virtual_account WHERE account_number = $1', [
        virtual,
      ]);
      expect(refusalOf(await add(second({ accountID: Number(row!.id) })))).toEqual({
        status: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      });
      const body = bodyOf(people);
      expect((await app.post(ADD_GROUP_LOAN, body)).status).toBe(202);
      expect(refusalOf(await app.post(ADD_GROUP_LOAN, body))).toEqual({ status: 409, code: 'DUPLICATE_REFERENCE' });
    });
  });

  it('are found by every filter, within their own institution only', async () => {
    const referenceNumber = freshReference('GRP');
    const group = await pending(await members(2), { referenceNumber });
    const find = async (query: Record<string, string | number>, options = {}): Promise<number[]> =>
      dataOf<{ data: { id: number }[] }>(await app.get(SEARCH_GROUP_LOANS, query, options)).data.map(({ id }) => id);
    expect(await find({ referenceNumber })).toEqual([group.id]);
    expect(await find({ groupLoanID: group.id })).toEqual([group.id]);
    expect(await find({ groupLoanStatus: 'PendingApproval', pageNumber: 1, pageSize: 1 })).toEqual([group.id]);
    expect(await find({ groupLoanStatus: 'Rejected' })).not.toContain(group.id);
    const stranger = { token: await strangersToken(app) };
    expect(await find({ groupLoanID: group.id }, stranger)).toEqual([]);
    expect(
      refusalOf(await app.post(DISBURSE_GROUP_LOAN, { groupLoanID: group.id, referenceNumber: 'X' }, stranger)),
    ).toEqual({ status: 404, code: 'GROUP_LOAN_NOT_FOUND' });
    expect(
      dataOf<{ data: unknown[] }>(
        await app.get(STAFF_GROUP_LOANS, { groupLoanID: group.id }, { token: await app.staff('maker') }),
      ).data,
    ).toHaveLength(1);
  });
});
