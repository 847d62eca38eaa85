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
  let bookkeeper: string;
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
    ({ token: bookkeeper } = await hire(app, 'BOOKS3', ['view-trial-balance']));
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

  describe('of a control ledger', () => {
    const control = '2010';
    const day = { From: today, To: today };

    it('are those with an entry on an account below it', async () => {
      const found = await amounts({ ...day, LedgerCode: control, PageSize: 200 });
      expect(found.slice(0, 4)).toEqual([300, 200, 100, 10_000]);
      const detail = await app.get(
        '/api/admin/v1/books/ledger-entries',
        { LedgerCode: control, StartDate: today, EndDate: today, DateBasis: 'BookingDate', PageSize: 200 },
        { token: bookkeeper },
      );
      const entries = (detail.body as { data: { entries: { postingReferenceNumber: string }[] } }).data.entries;
      const listed = await list({ ...day, LedgerCode: control, PageSize: 200 });
      expect(listed.map(({ postingReferenceNumber }) => postingReferenceNumber).sort()).toEqual(
        [...new Set(entries.map(({ postingReferenceNumber }) => postingReferenceNumber))].sort(),
      );
    });

    it('are narrowed by an account, another ledger and a reference', async () => {
      expect(await amounts({ AccountNumber: payee, LedgerCode: control, Direction: 'Asc' })).toEqual([100, 200, 300]);
      expect(await amounts({ ...day, AccountNumber: ledger, LedgerCode: control })).toContain(10_000);
      expect(await amounts({ ...day, AccountNumber: control, LedgerCode: '2020' })).not.toContain(300);
      expect(await amounts({ Reference: 'LIST-200', LedgerCode: control })).toEqual([200]);
      expect(await amounts({ Reference: 'LIST-200', LedgerCode: '2020' })).toEqual([]);
    });

    it('count for the ledger to which the account belonged when they were posted', async () => {
      const mover = await app.openAccount();
      const transfer = { debitAccount: payer, creditAccount: mover, narration: 'Rent', postingsTransactionType: 3 };
      await app.post('/api/transfer/v1/localfundtransfer', { ...transfer, amount: 41 });
      await app.rows(
        `INSERT INTO ledger_account_move (institution_id, id, account_id, business_date, entry_seq, from_ledger_id,
             to_ledger_id, from_branch_id, to_branch_id, debits_kobo, credits_kobo)
           SELECT a.institution_id, 77000001, a.id, i.business_date, a.entry_seq, a.control_account_id, g.id, a.branch_id,
                  a.branch_id, a.debits_posted_kobo, a.credits_posted_kobo
             FROM ledger_account a JOIN institution i ON i.institution_id = a.institution_id
             JOIN gl_account g ON g.institution_id = a.institution_id AND g.code = '2020' WHERE a.number = $1`,
        [mover],
      );
      const [current] = await app.rows<{ id: string }>(`SELECT id FROM gl_account WHERE code = '2020'`);
      await app.rows('UPDATE ledger_account SET control_account_id = $2 WHERE number = $1', [mover, current!.id]);
      await app.post('/api/transfer/v1/localfundtransfer', { ...transfer, amount: 42 });
      const after = await amounts({ ...day, AccountNumber: mover, LedgerCode: '2020' });
      expect(after).toEqual([42]);
      expect(await amounts({ ...day, AccountNumber: mover, LedgerCode: control })).toEqual([42, 41]);
    });

    it.each([
      ['From', {}],
      ['To', { From: '2026-01-01' }],
      ['To', { From: '2026-01-01', To: '2026-02-01' }],
    ])('need days, at most 31, without an account: %s is refused', async (field, query) => {
      const { status, body } = await get({ ...query, LedgerCode: control });
      expect([status, body.data.errors]).toEqual([
        400,
        [{ field, message: 'is needed beside a control ledger, for at most 31 days' }],
      ]);
    });
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
