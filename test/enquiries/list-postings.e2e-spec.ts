import type { Response } from 'supertest';
import { calendarDate } from '../../src/common/time/calendar';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';

interface Row {
  postingReferenceNumber: string;
  reference: string;
  amount: number;
  status: string;
}

describe('the list of postings', () => {
  let app: TestApp;
  let token: string;
  let payer: string;
  let payee: string;
  let ledger: string;
  const references: string[] = [];
  const today = calendarDate(new Date(), 'Africa/Lagos');

  const get = (query: Record<string, string | number>, as = token): Promise<Response> =>
    app.get('/api/admin/v1/postings', query, { token: as });
  const list = async (query: Record<string, string | number>): Promise<Row[]> => {
    const answer = await get(query);
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body as { data: { data: Row[] } }).data.data;
  };
  const amounts = async (query: Record<string, string | number>): Promise<number[]> =>
    (await list(query)).map(({ amount }) => amount);

  beforeAll(async () => {
    app = await TestApp.start();
    ({ token } = await hire(app, 'BOOKS1', ['view-postings', 'view-audit-log']));
    payer = await app.openAccount(10_000);
    payee = await app.openAccount();
    ledger = '1010';
    for (const amount of [100, 200, 300]) {
      const reference = `LIST-${amount}`;
      references.push(reference);
      await app.post(
        '/api/transfer/v1/localfundtransfer',
        { debitAccount: payer, creditAccount: payee, amount, narration: 'Rent', postingsTransactionType: 3 },
        { reference },
      );
    }
  });
  afterAll(() => app.close());

  it('gives the postings of an account, the newest first, each once', async () => {
    expect(await amounts({ AccountNumber: payer })).toEqual([300, 200, 100, 10_000]);
    expect(await amounts({ AccountNumber: payee, Direction: 'Asc' })).toEqual([100, 200, 300]);
    expect(await amounts({ AccountNumber: payer, LedgerCode: ledger })).toEqual([10_000]);
    expect(await amounts({ LedgerCode: ledger })).toContain(10_000);
  });

  it('finds a posting by reference and by number', async () => {
    const [row] = await list({ Reference: 'LIST-200' });
    expect(row).toMatchObject({ reference: 'LIST-200', amount: 200, status: 'Posted' });
    expect(await list({ Reference: row!.postingReferenceNumber })).toEqual([row]);
    expect(await list({ Reference: 'LIST-200', AccountNumber: payee })).toEqual([row]);
    expect(await list({ Reference: 'LIST-200', LedgerCode: ledger })).toEqual([]);
  });

  it('filters by day and amount', async () => {
    const day = { From: today, To: today };
    expect(await amounts({ ...day, AccountNumber: payer, MinAmount: 200, MaxAmount: 300 })).toEqual([300, 200]);
    expect(await amounts({ ...day, MinAmount: 300, MaxAmount: 300 })).toContain(300);
    expect(await amounts({ AccountNumber: payer, To: '2020-01-01' })).toEqual([]);
  });

  it('finds nothing for numbers that nobody has', async () => {
    expect(await list({ AccountNumber: '9999999999' })).toEqual([]);
    expect(await list({ LedgerCode: '999999' })).toEqual([]);
    expect(await list({ Reference: 'NOBODY' })).toEqual([]);
  });

  it.each([{}, { AccountNumber: 'payer' }, { AccountNumber: 'payer', Direction: 'Asc' }])(
    'has cursors that give each posting once with %p',
    async (given) => {
      const query = { ...given, ...('AccountNumber' in given ? { AccountNumber: payer } : {}) } as Record<
        string,
        string
      >;
      const whole = await list({ ...query, PageSize: 200 });
      const walked: Row[] = [];
      for (let After: string | null | undefined; After !== null;) {
        const { body } = await get({ ...query, PageSize: 2, ...(After === undefined ? {} : { After }) });
        const page = (body as { data: { data: Row[]; nextAfter: string | null } }).data;
        walked.push(...page.data);
        After = page.nextAfter;
      }
      expect(walked).toEqual(whole);
    },
  );

  it.each([
    ['From', { MinAmount: 5 }],
    ['To', { MinAmount: 5, From: '2026-01-01' }],
    ['To', { MaxAmount: 5, From: '2026-01-01', To: '2026-02-01' }],
    ['To', { From: '2026-02-01', To: '2026-01-01' }],
  ])('refuses %s where the work would be too much or the days are the wrong way round', async (field, query) => {
    const { status, body } = await get(query);
    expect([status, body.data.errors[0].field]).toEqual([400, field]);
  });

  it('needs the permission', async () => {
    const { token: other } = await hire(app, 'BOOKS2', ['view-accounts']);
    expect((await get({}, other)).status).toBe(403);
  });
});

describe('the audit log by the beginning of a subject and by correlation', () => {
  let app: TestApp;
  let token: string;
  const list = async (query: Record<string, string>): Promise<{ subject: string; correlationId: string }[]> =>
    (
      (await app.get('/api/admin/v1/audit-log', query, { token })).body as {
        data: { data: { subject: string; correlationId: string }[] };
      }
    ).data.data;

  beforeAll(async () => {
    app = await TestApp.start();
    ({ token } = await hire(app, 'AUDIT1', ['view-audit-log']));
    await app.rows(
      `INSERT INTO audit_log (institution_id, id, actor, action, subject, details, correlation_id, at)
       SELECT $1::bigint, 5000000 + n, 'staff:X', 'thing.change', 'thing:' || n, '{}', 'corr-' || n % 3, now()
         FROM generate_series(1, 10001) n`,
      [app.institutionId],
    );
  });
  afterAll(() => app.close());

  it('gives the record and what begins like it', async () => {
    const found = await list({ SubjectPrefix: 'thing:999', PageSize: '200' });
    expect(found.map(({ subject }) => subject).sort()).toEqual(
      ['999', ...Array.from({ length: 10 }, (_, n) => `999${n}`)].map((n) => `thing:${n}`).sort(),
    );
    expect(await list({ SubjectPrefix: 'thing:999', Correlation: 'corr-1' })).toHaveLength(3);
    expect((await list({ Correlation: 'corr-2', PageSize: '5' })).map(({ correlationId }) => correlationId)).toEqual(
      Array(5).fill('corr-2'),
    );
  });

  it('refuses a beginning that fits too many rows', async () => {
    const { status, body } = await app.get('/api/admin/v1/audit-log', { SubjectPrefix: 'thing:' }, { token });
    expect([status, body.data.errors]).toEqual([
      400,
      [{ field: 'SubjectPrefix', message: 'fits more than 10,000 entries: add characters' }],
    ]);
    expect(await list({ SubjectPrefix: 'thing:1' })).not.toHaveLength(0);
  });
});
