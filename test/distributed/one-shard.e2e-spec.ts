import { Client, Query } from 'pg';
import { BehindRunner } from '../../src/aml/scenario-desk/behind/behind-runner';
import { putShipped, useScenarios, withoutEffect } from '../../src/aml/scenario-desk/testing/shipped-in-use';
import { AppConfig } from '../../src/common/config/app-config';
import { placeLien } from '../accounts/liens-support';
import { STATEMENT } from '../reports/reports-support';
import { TestApp } from '../support/app';
import { judgeMovements } from '../support/judge-movements';

interface Sent {
  text: string;
  values: unknown[];
}

/** The look for due jobs of every institution, which runs beside the requests. */
const POLL = /^SELECT institution_id, job_id/;
const READS_OR_WRITES = /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/i;

/** Every request of an institution is to be answered by the machine of its rows alone. */
describe('the statements of a request on a distributed database', () => {
  let app: TestApp;
  let from: string;
  let to: string;

  beforeAll(async () => {
    app = await TestApp.start();
    from = await app.openAccount(50_000);
    to = await app.openAccount();
    // The first request also reads what is then kept in memory.
    await transfer();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const transfer = (): ReturnType<TestApp['post']> =>
    app.post('/api/transfer/v1/localfundtransfer', { debitAccount: from, creditAccount: to, amount: 10 });

  /** The statements that name a table of the institution and were sent meanwhile. */
  async function sentBy(work: () => Promise<{ status: number }>): Promise<Sent[]> {
    const submit = jest.spyOn(Query.prototype, 'submit');
    try {
      expect((await work()).status).toBe(200);
      return (submit.mock.contexts as unknown as { text: string; values?: unknown[] }[])
        .map(({ text, values }) => ({ text, values: values ?? [] }))
        .filter(({ text }) => READS_OR_WRITES.test(text) && text.includes('institution_id') && !POLL.test(text));
    } finally {
      submit.mockRestore();
    }
  }

  /** How many shards each statement reads or writes; more than one plan where a part is planned by itself. */
  async function tasksOf({ text, values }: Sent): Promise<number[]> {
    const client = new Client({ connectionString: app.app.get(AppConfig, { strict: false }).databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SET LOCAL ROLE corebank_app');
      await client.query(`SET LOCAL app.institution_id = ${app.institutionId}`);
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (FORMAT JSON) ${text}`, values);
      return countsIn(rows[0]!['QUERY PLAN']);
    } finally {
      await client.end();
    }
  }

  function countsIn(part: unknown): number[] {
    if (Array.isArray(part)) return part.flatMap(countsIn);
    if (typeof part !== 'object' || part === null) return [];
    return Object.entries(part).flatMap(([key, value]) => (key === 'Task Count' ? [value as number] : countsIn(value)));
  }

  /** The statements that touch no shard, or more than one, with the shards of each part. */
  async function notOfOneShard(sent: readonly Sent[]): Promise<[string, number[]][]> {
    const counts = new Map<string, number[]>();
    for (const statement of sent) counts.set(statement.text, await tasksOf(statement));
    return [...counts].filter(([, tasks]) => tasks.length === 0 || tasks.some((count) => count !== 1));
  }

  it.each([
    ['transfer', transfer],
    ['balance', () => app.post('/api/transfer/v1/balanceenquiry', { accountNumber: from })],
    ['hold', () => placeLien(app, from, 1)],
    [
      'statement',
      () => app.get(STATEMENT, { AccountNumber: from, FinancialDateFrom: '2026-01-01', FinancialDateTo: '2026-01-31' }),
    ],
  ])('of a %s touch one shard each', async (_, work) => {
    const sent = await sentBy(work);
    expect(sent).not.toEqual([]);
    expect(await notOfOneShard(sent)).toEqual([]);
  });

  it('of a transfer under all scenarios, and of the judgement behind it, touch one shard each', async () => {
    const { database, institutionId } = app;
    await putShipped(database, institutionId, { state: 'live', version: 1, change: withoutEffect });
    await useScenarios(database, institutionId, 1);
    // The first one also reads the scenarios.
    await transfer();
    const runner = app.app.get(BehindRunner, { strict: false });
    const sent = await sentBy(async () => {
      const answer = await transfer();
      await judgeMovements(runner, institutionId, database);
      return answer;
    });
    const tables = ['aml_window_state', 'aml_customer_window', 'aml_payee', 'movement_facts', 'aml_behind_record'];
    expect(tables.filter((table) => !sent.some(({ text }) => text.includes(table)))).toEqual([]);
    expect(await notOfOneShard(sent)).toEqual([]);
  });
});
