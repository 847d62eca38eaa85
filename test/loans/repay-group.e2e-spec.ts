import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { rollDays } from '../support/end-of-day';
import { addFee, bookBalanceKobo } from './loans-support';
import {
  type ActiveGroup,
  activeGroup,
  approve,
  askChange,
  loanOf,
  type Paid,
  REPAY_GROUP,
  takeOut,
} from './servicing-support';

const TIMEOUT_MS = 300_000;

interface GroupPaid {
  totalAmount: number;
  groupLoanStatus: string;
  postingReferenceNumber: string;
  participantRepayments: (Paid & { id: number })[];
}

describe('repaygrouploan', () => {
  let app: TestApp;
  let feeId: number;

  beforeAll(async () => {
    app = await TestApp.start();
    feeId = await addFee(app, 'GLN001', { kind: 'Flat', amount: 100, vatApplies: true, charged: 'PerInstalment' });
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** ₦50,000 over 4 weeks each, a fee of ₦100 and VAT with each instalment. */
  const feeGroup = (): Promise<ActiveGroup> => activeGroup(app, { allowLoanFee: true, loanFeeID: feeId });
  const pay = (group: ActiveGroup, participantRepayments: object[], fields: object = {}): ReturnType<TestApp['post']> =>
    app.post(REPAY_GROUP, { groupLoanID: group.id, participantRepayments, notes: 'Week 1', ...fields });

  it(
    'debits each participant with the flagged parts or the amounts, in one posting',
    async () => {
      const group = await feeGroup();
      const [one, two] = [group.members[0]!, group.members[1]!];
      const rows = (await loanOf(app, one)).instalments;
      const first = rows[0]!;
      expect(first.feeDueKobo).toBe(10_750n);
      const flags = { id: first.id, payInterest: true, payFee: true, payPrincipal: true };
      const paid = dataOf<GroupPaid>(
        await pay(group, [
          { id: one.id, schedules: [flags] },
          { id: two.id, interestToPay: 100, principalToPay: 400.5 },
        ]),
      );
      const whole = Number(first.interestDueKobo + first.feeDueKobo + first.principalDueKobo) / 100;
      expect(paid).toMatchObject({ totalAmount: whole + 500.5, groupLoanStatus: 'Active' });
      expect(paid.participantRepayments).toMatchObject([
        { id: one.id, amount: whole, feePaid: 107.5 },
        { id: two.id, amount: 500.5, interestPaid: 100, principalPaid: 400.5 },
      ]);
      expect(await app.balance(one.linkedNumber)).toBe(Math.round((60_000 - whole) * 100) / 100);
      expect(await app.balance(two.linkedNumber)).toBe(60_000 - 500.5);
      expect((await loanOf(app, one)).instalments[0]!.paidDate).not.toBeNull();
      // Paid before it fell due, so the fee is not recognised yet; with the due date it is, VAT apart.
      expect(await bookBalanceKobo(app, `${one.loanAccountNumber}-fee`)).toBe(-10_750n);
      const vat = (await bookBalanceKobo(app, '2040'))!;
      await rollDays(app, 8);
      expect(await bookBalanceKobo(app, `${one.loanAccountNumber}-fee`)).toBe(0n);
      expect((await bookBalanceKobo(app, '2040'))! - vat).toBe(1_500n);
      expect((await loanOf(app, two)).instalments[0]!.feePaidKobo).toBe(10_750n);
    },
    TIMEOUT_MS,
  );

  it('debits no participant when one of them lacks funds', async () => {
    const group = await feeGroup();
    const [one, two] = [group.members[0]!, group.members[1]!];
    await takeOut(app, two.linkedNumber);
    const overdraft = {
      accountNumber: two.linkedNumber,
      limit: 50_000,
      interestRate: 24,
      expiryDate: '2027-12-31',
      referenceNumber: freshReference('OD'),
    };
    dataOf(await app.post('/api/accountoverdraft/v1/add', overdraft));
    const refused = await pay(group, [
      { id: one.id, principalToPay: 1_000 },
      { id: two.id, principalToPay: 1_000 },
    ]);
    expect([refused.status, (refused.body as { data: { statusCode: string; id: number } }).data]).toMatchObject([
      422,
      { statusCode: 'INSUFFICIENT_FUNDS', id: two.id },
    ]);
    expect((await loanOf(app, one)).loan.principalRepaidKobo).toBe(0n);
    expect(await app.balance(one.linkedNumber)).toBe(60_000);
  });

  it(
    'takes 20 identical requests once',
    async () => {
      const group = await feeGroup();
      const reference = freshReference('GREQ');
      const body = {
        groupLoanID: group.id,
        participantRepayments: group.members.map(({ id }) => ({ id, principalToPay: 1_000 })),
      };
      await Promise.all(Array.from({ length: 20 }, () => app.post(REPAY_GROUP, body, { reference })));
      for (const member of group.members) expect((await loanOf(app, member)).loan.principalRepaidKobo).toBe(100_000n);
      expect((await app.post(REPAY_GROUP, body, { reference })).headers['idempotent-replayed']).toBe('true');
    },
    TIMEOUT_MS,
  );

  it(
    'closes the group with its last loan, and staff write a group off with one approval',
    async () => {
      const group = await feeGroup();
      const other = await feeGroup();
      for (const member of group.members) {
        const { instalments } = await loanOf(app, member);
        await app.payIn(member.linkedNumber, 10_000);
        const schedules = instalments.map(({ id }) => ({ id, payInterest: true, payFee: true, payPrincipal: true }));
        const paid = dataOf<GroupPaid>(await pay(group, [{ id: member.id, schedules }]));
        expect(paid.participantRepayments[0]!.loanStatus).toBe('Closed');
        expect(paid.groupLoanStatus).toBe(member === group.members[1] ? 'Closed' : 'Active');
      }
      await approve(app, await askChange(app, `group-loans/${other.id}/write-off`, { reason: 'Fire' }));
      for (const member of other.members) expect((await loanOf(app, member)).loan.status).toBe('WrittenOff');
      expect(await app.rows('SELECT status FROM group_loan WHERE id = $1', [other.id])).toEqual([
        { status: 'WrittenOff' },
      ]);
    },
    TIMEOUT_MS,
  );

  describe('refusals', () => {
    let group: ActiveGroup;
    let other: ActiveGroup;
    let row: number;
    let strange: number;

    beforeAll(async () => {
      group = await feeGroup();
      other = await feeGroup();
      row = (await loanOf(app, group.members[0]!)).instalments[0]!.id;
      strange = (await loanOf(app, group.members[1]!)).instalments[0]!.id;
    }, TIMEOUT_MS);

    it.each<{ name: string; participants: () => object[]; status: number; code: string }>([
      {
        name: 'neither flags nor amounts',
        participants: () => [{ id: group.members[0]!.id }],
        status: 400,
        code: 'VALIDATION_FAILED',
      },
      {
        name: 'flags that are all false',
        participants: () => [{ id: group.members[0]!.id, schedules: [{ id: row, payFee: false }] }],
        status: 400,
        code: 'VALIDATION_FAILED',
      },
      {
        name: 'flags and amounts',
        participants: () => [{ id: group.members[0]!.id, schedules: [{ id: row, payFee: true }], feeToPay: 5 }],
        status: 400,
        code: 'VALIDATION_FAILED',
      },
      {
        name: 'a loan twice',
        participants: () => [
          { id: group.members[0]!.id, feeToPay: 5 },
          { id: group.members[0]!.id, feeToPay: 5 },
        ],
        status: 400,
        code: 'VALIDATION_FAILED',
      },
      {
        name: 'an instalment twice',
        participants: () => [
          {
            id: group.members[0]!.id,
            schedules: [
              { id: row, payFee: true },
              { id: row, payFee: true },
            ],
          },
        ],
        status: 400,
        code: 'VALIDATION_FAILED',
      },
      {
        name: 'an amount below 0',
        participants: () => [{ id: group.members[0]!.id, feeToPay: -5 }],
        status: 400,
        code: 'VALIDATION_FAILED',
      },
      { name: 'no participant', participants: () => [], status: 400, code: 'VALIDATION_FAILED' },
      {
        name: 'an instalment of another loan',
        participants: () => [{ id: group.members[0]!.id, schedules: [{ id: strange, payFee: true }] }],
        status: 404,
        code: 'INSTALMENT_NOT_FOUND',
      },
      {
        name: 'a loan of another group',
        participants: () => [{ id: other.members[0]!.id, feeToPay: 5 }],
        status: 404,
        code: 'LOAN_NOT_FOUND',
      },
      {
        name: 'an unknown loan',
        participants: () => [{ id: 999_999_999, feeToPay: 5 }],
        status: 404,
        code: 'LOAN_NOT_FOUND',
      },
      {
        name: 'more than is owed of a component',
        participants: () => [{ id: group.members[0]!.id, principalToPay: 50_000.01 }],
        status: 422,
        code: 'COMPONENT_EXCEEDS_DUE',
      },
      {
        name: 'more than an instalment owes',
        participants: () => [{ id: group.members[0]!.id, schedules: [{ id: row }], principalToPay: 20_000 }],
        status: 422,
        code: 'COMPONENT_EXCEEDS_DUE',
      },
      {
        name: 'flags of what is not owed',
        participants: () => [{ id: group.members[0]!.id, schedules: [{ id: row, payPenalty: true }] }],
        status: 422,
        code: 'NOTHING_DUE',
      },
    ])('refuses $name', async ({ participants, status, code }) => {
      const refused = await pay(group, participants());
      expect([refused.status, (refused.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
        status,
        code,
      ]);
    });

    it('names the participant and the field of an invalid body', async () => {
      const id = group.members[0]!.id;
      const twice = await pay(group, [
        {
          id,
          schedules: [
            { id: row, payFee: true },
            { id: row, payFee: true },
          ],
        },
      ]);
      expect(twice.body).toMatchObject({ data: { errors: [{ field: 'participantRepayments[0].schedules' }] } });
      const neither = await pay(group, [{ id, feeToPay: 5 }, { id: group.members[1]!.id }]);
      expect(neither.body).toMatchObject({ data: { errors: [{ field: 'participantRepayments[1]' }] } });
    });

    it('refuses an unknown group and a request without a reference', async () => {
      const unknown = await pay({ ...group, id: 999_999_999 }, [{ id: group.members[0]!.id, feeToPay: 5 }]);
      expect([unknown.status, (unknown.body as { data: { statusCode: string } }).data.statusCode]).toEqual([
        404,
        'GROUP_LOAN_NOT_FOUND',
      ]);
      const body = { groupLoanID: group.id, participantRepayments: [{ id: group.members[0]!.id, feeToPay: 5 }] };
      expect((await app.post(REPAY_GROUP, body, { reference: null })).status).toBe(400);
    });
  });
});
