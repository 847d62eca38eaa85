import request from 'supertest';
import { TestApp } from '../support/app';

const BUSINESS_DAYS_BEHIND = 3;

/** The values of the page of metrics by name and labels. */
async function metricsOf(app: TestApp): Promise<Map<string, number>> {
  const { text } = await request(app.url).get('/metrics');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** A payment that has waited for a given time in a status, without the movement that belongs to it. */
function payoutRow(id: number, institution: number, status: string, waitedSec: number): string {
  return `INSERT INTO payout (institution_id, id, kind, reference, status, account_number, amount_kobo, fee_kobo, vat_kobo,
     stamp_duty_kobo, provider, session_id, posting_id, details, job_id, created_by, created_at)
   VALUES (${institution}, ${id}, 'outward-transfer', 'GAUGE-${id}', '${status}', '0000000011', 100, 0, 0, 0, 'providerh',
     'gauge-${id}', ${id}, '{}', ${id}, 'api-client:test', now() - interval '${waitedSec} seconds')`;
}

describe('the gauges of what waits', () => {
  let app: TestApp;
  let institution: string;
  /** Time that the collector has not been asked for; its readings are kept for ten seconds. */
  let laterByMs = 0;
  const later = (): void => {
    laterByMs += 60_000;
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + laterByMs);
  };

  beforeAll(async () => {
    app = await TestApp.startWithPolicies({ BACKGROUND_WORK: 'false' });
    institution = String(app.institutionId);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app?.close());

  it('begin at zero, with no proof of which nothing is known', async () => {
    const metrics = await metricsOf(app);
    const of = (name: string, labels = ''): number | undefined =>
      metrics.get(`${name}{institution="${institution}"${labels}}`);
    expect(metrics.get('corebank_gauges_read')).toBe(1);
    expect(of('corebank_approvals_open')).toBe(0);
    expect(of('corebank_payouts_open', ',kind="bill-vend",status="PendingTSQ"')).toBe(0);
    expect(of('corebank_dead_letters')).toBe(0);
    expect(of('corebank_business_date_lag_days')).toBe(0);
    expect(of('corebank_ledger_proof_passed')).toBeUndefined();
  });

  it('show how much waits, and the age of the oldest', async () => {
    await app.rows(`DELETE FROM job_due`);
    await app.rows(payoutRow(901, app.institutionId, 'PendingTSQ', 7_200));
    await app.rows(payoutRow(902, app.institutionId, 'PendingTSQ', 600));
    await app.rows(payoutRow(903, app.institutionId, 'Processed', 90_000));
    await app.rows(
      `INSERT INTO job (institution_id, id, kind, payload, status, finished_at)
       VALUES (${institution}, 911, 'test', '{}', 'dead', now() - interval '1 hour'), (${institution}, 912, 'test', '{}', 'queued', NULL)`,
    );
    await app.rows(
      `INSERT INTO job_due (institution_id, job_id, kind, due_at)
       VALUES (${institution}, 912, 'test', now() - interval '5 minutes'), (${institution}, 913, 'test', now() + interval '1 hour')`,
    );
    await app.rows(
      `UPDATE institution SET business_date = (clock_timestamp() AT TIME ZONE time_zone)::date - ${BUSINESS_DAYS_BEHIND}`,
    );
    expect(await transfer(1_000_000)).toBe(202);
    await app.rows(
      `INSERT INTO webhook_endpoint (institution_id, id, client_id, url, event_types, status, sealed_secret, created_by, created_at)
       SELECT ${institution}, id, 'x', 'https://hooks.example', '{}', status, 'x', 'x', now()
         FROM (VALUES (901, 'Active'), (902, 'Paused'), (903, 'Removed')) AS e (id, status)`,
    );
    await app.rows(
      `INSERT INTO webhook_delivery (institution_id, endpoint_id, position, seq, part, type, resource, status, due_at, created_at)
       SELECT ${institution}, endpoint, position, position, 0, 'x', 'x', status, now(), now() - interval '2 hours'
         FROM (VALUES (901, 1, 'Pending'), (901, 2, 'Delivered'), (902, 1, 'Pending'), (903, 1, 'Pending')) AS d (endpoint, position, status)`,
    );
    await app.rows(
      `INSERT INTO sequencer_head (institution_id, stream, last_seq) VALUES (${institution}, 'events', 40)
       ON CONFLICT (institution_id, stream) DO UPDATE SET last_seq = 40`,
    );
    later();
    const metrics = await metricsOf(app);
    const of = (name: string, labels = ''): number => metrics.get(`${name}{institution="${institution}"${labels}}`)!;
    const waiting = ',kind="outward-transfer",status="PendingTSQ"';
    expect(of('corebank_payouts_open', waiting)).toBe(2);
    expect(of('corebank_payouts_open_oldest_seconds', waiting)).toBeGreaterThanOrEqual(7_200);
    expect([...metrics.keys()].filter((key) => key.includes('status="Processed"'))).toEqual([]);
    expect(of('corebank_dead_letters')).toBe(1);
    expect(of('corebank_dead_letters_oldest_seconds')).toBeGreaterThanOrEqual(3_600);
    expect(of('corebank_jobs_due_oldest_seconds')).toBeGreaterThanOrEqual(300);
    expect(of('corebank_jobs_due')).toBeLessThan(await jobsQueued());
    expect(of('corebank_business_date_lag_days')).toBe(BUSINESS_DAYS_BEHIND);
    expect(of('corebank_aml_holds_open', ',status="Held"')).toBe(1);
    expect(of('corebank_approvals_open')).toBeGreaterThanOrEqual(1);
    for (const status of ['Active', 'Paused'])
      expect([status, of('corebank_webhook_deliveries_waiting', `,status="${status}"`)]).toEqual([status, 1]);
    expect(of('corebank_webhook_deliveries_waiting_oldest_seconds', ',status="Active"')).toBeGreaterThanOrEqual(7_200);
    expect(of('corebank_webhook_events_behind')).toBe(40);
  });

  it('show a stopped end of day and the result of the last proof', async () => {
    const totals = `'{}'`;
    await app.rows(
      `INSERT INTO end_of_day_run (institution_id, date, next_date, status, started_by, job_id, rolled_at, proof)
       VALUES (${institution}, '2026-01-05', '2026-01-06', 'Completed', 'system:end-of-day', 1, now() - interval '2 days',
               jsonb_build_object('passed', true, 'provedAt', now() - interval '2 days')),
              (${institution}, '2026-01-06', '2026-01-07', 'Stopped', 'system:end-of-day', 2, now() - interval '1 day',
               jsonb_build_object('passed', false, 'provedAt', now() - interval '1 day'))`,
    );
    await app.rows(
      `INSERT INTO end_of_day_step (institution_id, date, step, started_at, totals_before)
       VALUES (${institution}, '2026-01-06', 'lien-expiry', now(), ${totals})`,
    );
    later();
    const metrics = await metricsOf(app);
    const of = (name: string): number => metrics.get(`${name}{institution="${institution}"}`)!;
    expect(of('corebank_end_of_day_stopped')).toBe(1);
    expect(of('corebank_end_of_day_running_seconds')).toBe(0);
    expect(of('corebank_ledger_proof_passed')).toBe(0);
    expect(of('corebank_ledger_proof_age_seconds')).toBeGreaterThanOrEqual(86_400);
  });

  it('count movements by kind and outcome, and connections of both pools', async () => {
    const before = (await metricsOf(app)).get('corebank_movements_total{kind="transfer",outcome="posted"}') ?? 0;
    expect(await transfer(10)).toBe(200);
    expect(await transfer(10, await app.openAccount())).toBe(422);
    const metrics = await metricsOf(app);
    expect(metrics.get('corebank_movements_total{kind="transfer",outcome="posted"}')).toBe(before + 1);
    expect(metrics.get('corebank_movements_total{kind="transfer",outcome="refused"}')).toBeGreaterThanOrEqual(1);
    expect(metrics.get('corebank_database_connections{pool="ledger",state="waiting"}')).toBe(0);
    const serving = ['used', 'idle'].map((state) =>
      metrics.get(`corebank_database_connections{pool="serving",state="${state}"}`),
    );
    expect(serving[0]! + serving[1]!).toBeGreaterThan(0);
    expect([...metrics.keys()].some((key) => key.startsWith('corebank_build_info{version="'))).toBe(true);
  });

  it('count the lock of an API client after wrong secrets', async () => {
    const { clientId } = app.sandbox.client;
    for (let attempt = 0; attempt < 12; attempt += 1)
      await request(app.url).post('/api/auth/v1/authenticate').send({ clientId, clientSecret: 'wrong' });
    const metrics = await metricsOf(app);
    expect(metrics.get('corebank_lockouts_total{who="client"}')).toBeGreaterThanOrEqual(1);
    expect(metrics.get('corebank_http_requests_limited_total{area="auth"}')).toBeGreaterThanOrEqual(1);
  });

  it('are missing while they cannot be read, and the page is answered with the rest', async () => {
    await app.rows('REVOKE SELECT ON payout FROM corebank_app');
    later();
    const metrics = await metricsOf(app);
    expect(metrics.get('corebank_gauges_read')).toBe(0);
    expect([...metrics.keys()].filter((key) => key.startsWith('corebank_payouts_open'))).toEqual([]);
    expect([...metrics.keys()].some((key) => key.startsWith('corebank_movements_total'))).toBe(true);
  });

  async function transfer(amount: number, debitAccount?: string): Promise<number> {
    const [from, to] = app.sandbox.accounts;
    const answer = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: debitAccount ?? from!.accountNumber,
      creditAccount: to!.accountNumber,
      amount,
      narration: 'Gauges',
      postingsTransactionType: 3,
    });
    return answer.status;
  }

  async function jobsQueued(): Promise<number> {
    const rows = await app.rows<{ count: string }>('SELECT count(*) FROM job_due');
    return Number(rows[0]!.count);
  }
});
