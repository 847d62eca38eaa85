import request from 'supertest';
import type { DashboardView } from '../../src/work/dashboard/dashboard.dto';
import {
  APPROVALS,
  HOLDS,
  MATURING,
  MOVEMENTS,
  PAYOUTS,
  ROWS_MAX,
} from '../../src/work/dashboard/dashboard-statements';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import { hire } from '../support/hire';

const DASHBOARD = '/api/admin/v1/dashboard';
const NOTHING = {
  businessDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
  movementsToday: null,
  holds: null,
  approvals: null,
  payouts: null,
  deadLetters: null,
  webhooks: null,
  endOfDay: null,
  loans: null,
  depositsMaturing: null,
  screening: null,
};

/** What one permission shows, and nothing else. */
const PARTS: [permission: string, part: keyof DashboardView][] = [
  ['view-postings', 'movementsToday'],
  ['view-approvals', 'approvals'],
  ['view-transfers', 'payouts'],
  ['view-unresolved-transfers', 'payouts'],
  ['view-bills', 'payouts'],
  ['view-dead-letters', 'deadLetters'],
  ['view-webhooks', 'webhooks'],
  ['view-end-of-day', 'endOfDay'],
  ['view-loans', 'loans'],
  ['view-fixed-deposits', 'depositsMaturing'],
];

describe('the figures of the home page', () => {
  let app: TestApp;
  let account: string;
  let everything: string;
  beforeAll(async () => {
    app = await TestApp.start();
    account = await app.openAccount(10_000_000);
    everything = (await hire(app, 'FIG-ALL', ['view-aml', ...PARTS.map(([permission]) => permission)])).token;
  });
  afterAll(() => app.close());

  const figures = async (token: string): Promise<DashboardView> =>
    dataOf<DashboardView>(await app.get(DASHBOARD, {}, { token }));

  async function transfer(amount: number): Promise<number> {
    const { status } = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: account,
      creditAccount: '2030',
      amount,
      narration: 'rent',
      postingsTransactionType: 1,
    });
    return status;
  }

  it('are none for a member without permissions', async () => {
    expect(await figures((await hire(app, 'FIG-000', [])).token)).toStrictEqual(NOTHING);
  });

  it.each(PARTS)('are with %s those of %s alone', async (permission, part) => {
    const shown = await figures(
      (await hire(app, `FIG-${PARTS.findIndex(([name]) => name === permission)}`, [permission])).token,
    );
    expect(shown).toStrictEqual({ ...NOTHING, [part]: shown[part] });
    expect(shown[part]).not.toBeNull();
  });

  it('are with view-aml those of holds and of screening', async () => {
    const shown = await figures((await hire(app, 'FIG-AML', ['view-aml'])).token);
    expect(shown).toStrictEqual({
      ...NOTHING,
      holds: shown.holds,
      screening: { enabled: true, activeRules: expect.any(Number) },
    });
    expect(shown.holds).not.toBeNull();
  });

  it('count the movements of the business date by kind, with their principal', async () => {
    const before = (await figures(everything)).movementsToday!;
    expect(await transfer(120.5)).toBe(200);
    expect(await transfer(79.5)).toBe(200);
    const after = (await figures(everything)).movementsToday!;
    expect([after.count - before.count, after.amount - before.amount, after.isAtLeast]).toEqual([2, 200, false]);
    const [booked] = await app.rows<{ count: number; amount: string }>(
      `SELECT count(*)::int AS count, sum(amount_kobo)::text AS amount FROM posting
        WHERE institution_id = $1 AND status = 'Posted' AND business_date = $2 AND kind = 'transfer'`,
      [app.institutionId, await businessDateOf(app)],
    );
    expect(after.byKind.find(({ kind }) => kind === 'transfer')).toStrictEqual({
      kind: 'transfer',
      count: booked!.count,
      amount: Number(booked!.amount) / 100,
    });
    await app.rows(`UPDATE posting SET business_date = business_date - 1 WHERE amount_kobo = 7950`);
    expect((await figures(everything)).movementsToday!.count).toBe(after.count - 1);
    await app.rows(`UPDATE posting SET business_date = business_date + 1 WHERE amount_kobo = 7950`);
  });

  it('count open holds and approvals, those that are overdue and those that nobody has taken', async () => {
    const before = await figures(everything);
    expect(await transfer(1_000_000)).toBe(202);
    const held = await figures(everything);
    expect(held.holds).toMatchObject({
      open: before.holds!.open + 1,
      overdue: before.holds!.overdue,
      unassigned: before.holds!.unassigned + 1,
    });
    expect(held.approvals).toStrictEqual(before.approvals);
    await app.rows(
      `UPDATE approval SET due_at = now() - interval '1 hour', assignee = 'X'
        WHERE status = 'Pending' AND operation = 'release-aml-hold'`,
    );
    const overdue = await figures(everything);
    expect(overdue.holds).toStrictEqual({ ...held.holds, overdue: held.holds!.open, unassigned: 0 });
    const changes = [{ key: 'STEP_UP_VALIDITY_MINUTES', value: '16' }];
    await app.put('/api/admin/v1/configuration', { changes }, { token: await app.staff('administrator') });
    const asked = await figures(everything);
    expect(asked.approvals!.open).toBe(before.approvals!.open + 1);
    expect(asked.approvals!.oldestAt).not.toBeNull();
    expect(asked.holds).toStrictEqual(overdue.holds);
  });

  it('show open payments by kind and state, and only kinds that the member may see', async () => {
    const copies = (kind: string, status: string, from: number): Promise<unknown[]> =>
      app.rows(
        `INSERT INTO payout (institution_id, id, kind, reference, status, account_number, amount_kobo, fee_kobo, vat_kobo,
             stamp_duty_kobo, provider, session_id, posting_id, details, job_id, created_by, created_at)
         SELECT $1, n, $2, 'FIG' || n, $3, '1', 100, 0, 0, 0, 'test', 'FIG' || n, n, '{}', n, 'test',
                timestamptz '2026-01-01' + n * interval '1 second' FROM generate_series($4::int, $4::int + 1) n`,
        [app.institutionId, kind, status, from],
      );
    const before = (await figures(everything)).payouts!;
    await copies('outward-transfer', 'ConfirmManually', 910_001);
    await copies('outward-transfer', 'Reversed', 910_011);
    await copies('bill-vend', 'PendingTSQ', 910_021);
    const bills = (await figures((await hire(app, 'FIG-BILLS', ['view-bills'])).token)).payouts!;
    const all = (await figures(everything)).payouts!;
    await app.rows('DELETE FROM payout WHERE id BETWEEN 910001 AND 910022');
    const counted = (rows: typeof all, kind: string, status: string): number =>
      rows.find((row) => row.kind === kind && row.status === status)?.count ?? 0;
    const rise = (kind: string, status: string): number => counted(all, kind, status) - counted(before, kind, status);
    expect([rise('outward-transfer', 'ConfirmManually'), rise('bill-vend', 'PendingTSQ')]).toEqual([2, 2]);
    expect(all.map(({ status }) => status)).not.toContain('Reversed');
    expect(new Set(bills.map(({ kind }) => kind))).toEqual(new Set(['bill-vend']));
  });

  it('show the step at which the last end of day stopped, and the days that are due', async () => {
    const { institutionId } = app;
    await app.rows(
      `INSERT INTO end_of_day_run (institution_id, date, next_date, status, started_by, job_id, rolled_at, problem)
       VALUES ($1, '2099-01-01', '2099-01-02', 'Stopped', 'system:test', 1, now(), 'The books do not balance.')`,
      [institutionId],
    );
    await app.rows(
      `INSERT INTO end_of_day_step (institution_id, date, step, rows_done, started_at, totals_before)
       VALUES ($1, '2099-01-01', 'loan-accrual', 12, now(), '{}')`,
      [institutionId],
    );
    await app.rows('UPDATE institution SET business_date = business_date - 2 WHERE institution_id = $1', [
      institutionId,
    ]);
    const { endOfDay } = await figures(everything);
    await app.rows('UPDATE institution SET business_date = business_date + 2 WHERE institution_id = $1', [
      institutionId,
    ]);
    await app.rows(`DELETE FROM end_of_day_step WHERE date = '2099-01-01'`);
    await app.rows(`DELETE FROM end_of_day_run WHERE date = '2099-01-01'`);
    expect(endOfDay).toMatchObject({
      daysDue: 2,
      lastRun: { date: '2099-01-01', status: 'Stopped', step: 'loan-accrual', problem: 'The books do not balance.' },
    });
    expect((await figures(everything)).endOfDay!.daysDue).toBe(0);
  });

  it.each([
    ['movements', MOVEMENTS, 'ix_posting_posted_at', `'2026-01-01'`, `'2026-01-01'`],
    ['holds', HOLDS, 'ix_approval_(pending|status)', `'release-aml-hold'`],
    ['approvals', APPROVALS, 'ix_approval_(pending|status)', `'{release-aml-hold}'`],
    ['payouts', PAYOUTS, 'ix_payout_', `'{outward-transfer}'`, `'{Failed}'`],
    ['deposits', MATURING, 'ix_fixed_deposit_', `'2026-01-01'`],
  ])('read %s from an index and at most so many rows', async (_name, statement, index, ...values) => {
    await app.rows('BEGIN');
    await app.rows('SET LOCAL enable_seqscan = off');
    const literal = values.reduce(
      (sql, value, at) => sql.replaceAll(`$${at + 2}`, value),
      statement.replaceAll('$1', '1'),
    );
    const plan = await app.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${literal}`);
    await app.rows('ROLLBACK');
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toMatch(new RegExp(`(using|on) ${index}`));
    expect(text).toContain('Limit');
  });

  it('say whether an end of day can run, and what is open before', async () => {
    const readiness = async (): Promise<{ canRun: boolean; items: { name: string; count: number }[] }> =>
      dataOf(await app.get('/api/admin/v1/end-of-day/readiness', {}, { token: everything }));
    const today = await readiness();
    expect(today.canRun).toBe(false);
    expect(today.items[0]).toMatchObject({ name: 'nothing-due', level: 'blocks' });
    expect(today.items).toContainEqual(
      expect.objectContaining({ name: 'open-holds', level: 'warns', link: 'aml-holds' }),
    );
    const back = (days: number): Promise<unknown[]> =>
      app.rows('UPDATE institution SET business_date = business_date - $1::int', [days]);
    await back(1);
    const due = await readiness();
    await back(-1);
    expect([due.canRun, due.items.map(({ name }) => name)]).toEqual([
      true,
      today.items.slice(1).map(({ name }) => name),
    ]);
  });

  it(`read no more than ${ROWS_MAX} movements, and say so`, async () => {
    const day = await businessDateOf(app);
    await app.rows(
      `INSERT INTO posting (institution_id, id, kind, reference, channel, status, narration, amount_kobo, fee_kobo,
           debit_total_kobo, credit_total_kobo, maker, business_date, value_date, posted_at)
       SELECT $1, 8000000000 + n, 'transfer', 'FIG' || n, 'api', 'Posted', 'x', 100, 0, 100, 100, 'x', $2, $2, now()
         FROM generate_series(1, ${ROWS_MAX}) n`,
      [app.institutionId, day],
    );
    const { count, isAtLeast } = (await figures(everything)).movementsToday!;
    await app.rows('DELETE FROM posting WHERE id > 8000000000 AND institution_id = $1', [app.institutionId]);
    expect([count, isAtLeast]).toEqual([ROWS_MAX, true]);
  });

  it('are those of the own institution alone', async () => {
    const { manager } = await addSecondInstitution(app);
    const signedIn = await request(app.url)
      .post('/api/admin/v1/login')
      .send({ email: manager.email, password: manager.password });
    const { accessToken } = signedIn.body as { accessToken: string };
    const stranger = await figures(accessToken);
    for (const part of [stranger.holds, stranger.approvals]) expect(part?.open ?? 0).toBe(0);
    expect(stranger.movementsToday?.count ?? 0).toBe(0);
  });
});
