import request from 'supertest';
import { COUNTED_MAX, workCountStatement } from '../../src/work/work-counts';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';
import { OpenStream } from './open-stream';

const WORK = '/api/admin/v1/work';
const AMOUNT = 1_000_000;

/** The partial or leading index of each count. */
const INDEXES = {
  transfersUnresolved: 'ix_payout_unresolved',
  billsUnresolved: 'ix_payout_unresolved',
  inwardInSuspense: 'ix_inward_transfer_suspense',
  forcedCardItems: 'ix_card_transaction_forced',
  openExceptions: 'ix_end_of_day_exception_open',
  deadLetters: 'ix_job_dead',
  settlementUnmatched: 'ix_settlement_line_difference',
  openHolds: 'ix_aml_hold_held',
  pendingApprovals: 'ix_approval_(pending|status)',
} as const;

interface Work {
  amlHolds: { open: number; oldestAt: string } | null;
  approvals: { decidable: number; waitingForOthers: number; oldestAt: string | null; largestAmount: number | null };
  deadLetters: number | null;
  mine: { submitted: number; declined: number };
}

describe('the work that waits for staff', () => {
  let app: TestApp;
  let account: string;
  beforeAll(async () => {
    app = await TestApp.start();
    account = await app.openAccount(10 * AMOUNT);
  });
  afterAll(() => app.close());

  /** A transfer that AML holds. @returns its approval id */
  async function hold(): Promise<number> {
    const answer = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: account,
      creditAccount: '2030',
      amount: AMOUNT,
      narration: 'rent',
      postingsTransactionType: 1,
    });
    return dataOf<{ approvalId: number }>(answer, 202).approvalId;
  }
  const workOf = async (token: string): Promise<Work> => dataOf<Work>(await app.get(WORK, {}, { token }));

  it('is counted for members by their permissions, and null without them', async () => {
    const { token } = await hire(app, 'WORK-001', []);
    expect(await workOf(token)).toStrictEqual({
      businessDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      amlHolds: null,
      approvals: null,
      transfersUnresolved: null,
      billsUnresolved: null,
      inwardInSuspense: null,
      forcedCardItems: null,
      loansWaiting: null,
      endOfDay: null,
      deadLetters: null,
      messagesFailed: null,
      settlementUnmatched: null,
      mine: { submitted: 0, declined: 0 },
    });
  });

  it('tells decisions that the member may take from those that wait for others, and own requests', async () => {
    const [maker, colleague] = [await app.staff('administrator'), await app.staff('secondAdministrator')];
    const before = { maker: await workOf(maker), colleague: await workOf(colleague) };
    const changes = [{ key: 'STEP_UP_VALIDITY_MINUTES', value: '16' }];
    const asked = await app.put('/api/admin/v1/configuration', { changes }, { token: maker });
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    const waiting = { maker: await workOf(maker), colleague: await workOf(colleague) };
    expect(waiting.maker.approvals.waitingForOthers).toBe(before.maker.approvals.waitingForOthers + 1);
    expect(waiting.maker.approvals.decidable).toBe(before.maker.approvals.decidable);
    expect(waiting.maker.mine.submitted).toBe(before.maker.mine.submitted + 1);
    expect(waiting.colleague.approvals.decidable).toBe(before.colleague.approvals.decidable + 1);
    expect(waiting.colleague.approvals.oldestAt).not.toBeNull();
    expect(waiting.colleague.mine).toStrictEqual(before.colleague.mine);
    const path = `/api/admin/v1/approvals/${approvalId}/decline`;
    expect((await app.post(path, { note: 'no' }, { token: colleague })).status).toBe(200);
    const declined = await workOf(maker);
    expect(declined.mine).toStrictEqual({
      submitted: before.maker.mine.submitted,
      declined: before.maker.mine.declined + 1,
    });
    expect((await workOf(colleague)).approvals).toStrictEqual(before.colleague.approvals);
  });

  it('has holds with the time of the oldest, and the greatest amount to decide', async () => {
    await hold();
    const officer = await workOf(await app.staff('amlOfficer'));
    expect(officer.amlHolds).toStrictEqual({ open: expect.any(Number), oldestAt: expect.any(String) });
    expect(officer.amlHolds!.open).toBeGreaterThan(0);
    expect(officer.approvals.largestAmount).toBeGreaterThanOrEqual(AMOUNT);
  });

  it('is counted to 1,000 and no further', async () => {
    const token = (await hire(app, 'WORK-002', ['view-dead-letters'])).token;
    await app.rows(
      `INSERT INTO job (institution_id, id, kind, payload, status, attempts, created_at)
       SELECT $1, 9000000000 + n, 'test', '{}', 'dead', 10, now() FROM generate_series(1, 1200) n`,
      [app.institutionId],
    );
    expect((await workOf(token)).deadLetters).toBe(COUNTED_MAX);
    await app.rows(`DELETE FROM job WHERE id > 9000000000 AND kind = 'test'`);
    expect((await workOf(token)).deadLetters).toBe(0);
  });

  it.each(Object.entries(INDEXES))('counts %s from the index %s', async (name, index) => {
    await app.rows('BEGIN');
    await app.rows('SET LOCAL enable_seqscan = off');
    const plan = await app.rows<{ 'QUERY PLAN': string }>(
      `EXPLAIN ${workCountStatement(name as keyof typeof INDEXES)}`.replaceAll('$1', '1'),
    );
    await app.rows('ROLLBACK');
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toMatch(new RegExp(`using ${index}|on ${index}`));
    expect(text).toContain('Limit');
  });

  it.each(['loan', 'message'])('counts by an index of %s that begins with the status', async (table) => {
    // Of an empty table the planner takes any index that begins with the institution.
    const indexes = await app.rows<{ indexdef: string }>('SELECT indexdef FROM pg_indexes WHERE tablename = $1', [
      table,
    ]);
    expect(indexes.filter(({ indexdef }) => indexdef.includes('(institution_id, status, '))).toHaveLength(1);
  });

  it('is that of the own institution alone, also in a stream', async () => {
    const { manager } = await addSecondInstitution(app);
    const { accessToken } = (
      await request(app.url).post('/api/admin/v1/login').send({ email: manager.email, password: manager.password })
    ).body as {
      accessToken: string;
    };
    const [stranger, officer] = await Promise.all(
      [accessToken, await app.staff('amlOfficer')].map((token) =>
        OpenStream.open(`${app.url}${WORK}/events`, { authorization: `Bearer ${token}` }),
      ),
    );
    await stranger!.next('work');
    const approvalId = await hold();
    await officer!.next('hold', (data) => data.approvalId === approvalId);
    expect(await workOf(accessToken)).toMatchObject({ amlHolds: { open: 0 }, approvals: { decidable: 0 } });
    expect(stranger!.events.map(({ event }) => event)).toStrictEqual(['work']);
    expect(stranger!.events[0]!.data).toMatchObject({ amlHolds: { open: 0 } });
    stranger!.close();
    officer!.close();
  });
});
