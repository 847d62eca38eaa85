import { addDays } from '../../src/common/time/calendar';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { LOAN_CERTIFICATE, SEARCH_GROUP_LOANS, UPDATE_LOAN } from './loans-support';
import { type ActiveGroup, activeGroup, approve, askChange, decline, loanOf, REPAY_GROUP } from './servicing-support';

const TIMEOUT_MS = 300_000;

describe('changes of the loans of a group', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    expect(await app.rows('SELECT * FROM end_of_day_exception')).toEqual([]);
    await app.close();
  });

  const shown = async ({ id }: ActiveGroup): Promise<Record<string, unknown>> =>
    dataOf<{ data: Record<string, unknown>[] }>(await app.get(SEARCH_GROUP_LOANS, { groupLoanID: id })).data[0]!;
  const loansOf = ({ members }: ActiveGroup): ReturnType<typeof Promise.all<Awaited<ReturnType<typeof loanOf>>[]>> =>
    Promise.all(members.map((member) => loanOf(app, member)));
  const NEW_TERMS = { reason: 'The market burnt down', accruedInterest: 'Due', interestRate: 18, tenure: 8 };

  it(
    'one approval gives all running loans new terms, each its own schedule',
    async () => {
      const group = await activeGroup(app);
      await rollDays(app, 3);
      const day = await businessDateOf(app);
      const before = await loansOf(group);
      const approvalId = await askChange(app, `group-loans/${group.id}/restructure`, NEW_TERMS);
      for (const [index, locked] of (await loansOf(group)).entries()) {
        expect(locked).toEqual({
          ...before[index]!,
          loan: { ...before[index]!.loan, approvalId, updatedAt: locked.loan.updatedAt },
        });
      }
      expect(await shown(group)).toMatchObject({ groupLoanStatus: 'Active' });
      const again = await app.post(`/api/admin/v1/group-loans/${group.id}/restructure`, NEW_TERMS, {
        token: await app.staff('maker'),
      });
      expect(refusalOf(again)).toEqual({ status: 409, code: 'LOAN_PENDING_APPROVAL' });
      await approve(app, approvalId);
      expect(await shown(group)).toMatchObject({ groupLoanStatus: 'Restructured', totalPrincipal: 100_000 });
      for (const [index, { loan, contract, instalments }] of (await loansOf(group)).entries()) {
        const { loan: was } = before[index]!;
        expect(loan).toMatchObject({
          status: 'Restructured',
          approvalId: null,
          interestRate: '18.0000',
          tenure: 8,
          restructuredDate: day,
          maturityDate: addDays(day, 56),
          outstandingPrincipalKobo: was.outstandingPrincipalKobo,
        });
        expect(contract).toMatchObject({
          version: 2,
          principalKobo: was.outstandingPrincipalKobo,
          numberOfRepayments: 8,
          effectiveDate: day,
        });
        const [closing, ...rows] = instalments;
        expect(closing).toMatchObject({ dueDate: day, interestDueKobo: was.interestAccruedKobo, principalDueKobo: 0n });
        expect(rows.map(({ dueDate }) => dueDate)).toEqual(
          [1, 2, 3, 4, 5, 6, 7, 8].map((week) => addDays(day, 7 * week)),
        );
        expect(rows.reduce((sum, row) => sum + row.principalDueKobo, 0n)).toBe(was.outstandingPrincipalKobo);
        const letter = dataOf<{ fileName: string }>(
          await app.get(`${LOAN_CERTIFICATE}/${loan.id}`, { isRestructure: true }),
        );
        expect(letter.fileName).toBe(`loan-restructure-${loan.loanAccountNumber}.pdf`);
      }
      // The linked accounts have the money, so the loans go on under their new terms by themselves.
      await rollDays(app, 58);
      expect(await shown(group)).toMatchObject({ groupLoanStatus: 'Closed', totalOutstanding: 0 });
    },
    TIMEOUT_MS,
  );

  it('a declined restructure changes no loan', async () => {
    const group = await activeGroup(app);
    const before = await loansOf(group);
    await decline(app, await askChange(app, `group-loans/${group.id}/restructure`, NEW_TERMS));
    const after = await loansOf(group);
    expect(after.map(({ loan }) => ({ ...loan, updatedAt: null }))).toEqual(
      before.map(({ loan }) => ({ ...loan, updatedAt: null })),
    );
    expect(after.map(({ instalments }) => instalments)).toEqual(before.map(({ instalments }) => instalments));
  });

  it(
    'leave out a loan that is repaid, and are refused as a whole when one is repaid before the decision',
    async () => {
      const [group, late] = [await activeGroup(app), await activeGroup(app)];
      const settle = async ({ id, members }: ActiveGroup): Promise<void> => {
        const [first] = members;
        await app.payIn(first!.linkedNumber, 10_000);
        const { instalments } = await loanOf(app, first!);
        const schedules = instalments.map((row) => ({ id: row.id, payInterest: true, payPrincipal: true }));
        dataOf(await app.post(REPAY_GROUP, { groupLoanID: id, participantRepayments: [{ id: first!.id, schedules }] }));
      };
      await settle(group);
      await approve(app, await askChange(app, `group-loans/${group.id}/restructure`, NEW_TERMS));
      expect((await loansOf(group)).map(({ loan }) => loan.status)).toEqual(['Closed', 'Restructured']);
      expect(await shown(group)).toMatchObject({ groupLoanStatus: 'Restructured' });

      const approvalId = await askChange(app, `group-loans/${late.id}/restructure`, NEW_TERMS);
      await settle(late);
      const refused = await app.post(
        `/api/admin/v1/approvals/${approvalId}/approve`,
        {},
        { token: await app.staff('checker') },
      );
      expect(refusalOf(refused)).toEqual({ status: 409, code: 'LOAN_STATUS_REFUSED' });
      expect((await loansOf(late)).map(({ loan }) => loan.status)).toEqual(['Closed', 'Active']);
      await decline(app, approvalId);
      await approve(app, await askChange(app, `group-loans/${late.id}/restructure`, NEW_TERMS));
      expect((await loansOf(late)).map(({ loan }) => loan.status)).toEqual(['Closed', 'Restructured']);
    },
    TIMEOUT_MS,
  );

  it('refuses terms without a schedule, unknown groups and staff without permission', async () => {
    const group = await activeGroup(app);
    const ask = async (
      path: string,
      body: object,
      part: 'maker' | 'checker' = 'maker',
    ): Promise<{ status: number; code: string }> =>
      refusalOf(await app.post(`/api/admin/v1/group-loans/${path}`, body, { token: await app.staff(part) }));
    expect(await ask(`${group.id}/restructure`, { ...NEW_TERMS, firstRepaymentDate: '2026-01-01' })).toEqual({
      status: 422,
      code: 'LOAN_TERMS_REFUSED',
    });
    expect(await ask(`${group.id}/restructure`, { ...NEW_TERMS, accruedInterest: undefined })).toEqual({
      status: 400,
      code: 'VALIDATION_FAILED',
    });
    expect(await ask('999999999/restructure', NEW_TERMS)).toEqual({ status: 404, code: 'GROUP_LOAN_NOT_FOUND' });
    expect(await ask(`${group.id}/restructure`, NEW_TERMS, 'checker')).toEqual({
      status: 403,
      code: 'PERMISSION_DENIED',
    });
    expect((await loansOf(group)).map(({ loan }) => loan.approvalId)).toEqual([null, null]);
  });

  it('officer, agent and notes of a participant loan can change; its terms cannot', async () => {
    const { agentCode, id: agentID } = dataOf<{ agentCode: string; id: number }>(
      await app.post('/api/agent/v1/add', { name: 'Group Agent', branchCode: '001' }),
    );
    const { members } = await activeGroup(app);
    const [first, second] = [members[0]!, members[1]!];
    expect(
      dataOf(await app.put(UPDATE_LOAN, { id: first.id, agentCode, accountOfficerCode: 'STF002', notes: 'Treasurer' })),
    ).toMatchObject({
      agentCode,
      agentID,
      agentName: 'Group Agent',
      accountOfficerCode: 'STF002',
      notes: 'Treasurer',
      loanStatus: 'Active',
    });
    expect((await loanOf(app, second)).loan).toMatchObject({ agentId: null, notes: null });
    expect(refusalOf(await app.put(UPDATE_LOAN, { id: first.id, tenure: 8 }))).toEqual({
      status: 409,
      code: 'LOAN_STATUS_REFUSED',
    });
    expect(refusalOf(await app.put(UPDATE_LOAN, { id: first.id, agentCode: 'AG999999' }))).toEqual({
      status: 422,
      code: 'AGENT_NOT_ACTIVE',
    });
  });
});
