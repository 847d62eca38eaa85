import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request, { type Response } from 'supertest';
import { settlementImport } from '../../src/cli/settlement-import';
import { Keyring } from '../../src/common/crypto/keyring';
import { calendarDate } from '../../src/common/time/calendar';
import { sandboxGatewayKey } from '../../src/seed/sandbox-providers';
import { addSecondInstitution } from '../auth/second-institution';
import { OutwardApp } from '../payouts/outward-app';
import { dataOf } from '../support/answers';
import { commandContext } from '../support/command-context';
import { eventually } from '../support/eventually';

const REPORTS = '/api/admin/v1/settlement-reports';
const LINES = '/api/admin/v1/settlement-lines';
const UNREPORTED = '/api/admin/v1/unreported-transfers';
const HEADER = 'session_id,amount,status,direction,date';
const MONEY = 10_000;
const DEBITED = MONEY - 110.75;
/** The date of the institution, which begins an hour before that of UTC. */
const today = calendarDate(new Date(), 'Africa/Lagos');

describe('settlement reports', () => {
  let outward: OutwardApp;
  let account: string;
  let maker: string;
  let checker: string;
  let folder: string;
  let files = 0;

  const csv = (lines: string[], header = HEADER): string => [header, ...lines, ''].join('\n');
  const importText = (text: string, facts: object = {}, token = maker): Promise<Response> =>
    outward.app.post(
      REPORTS,
      {
        provider: 'providerh',
        fileName: `report-${(files += 1)}.csv`,
        content: Buffer.from(text).toString('base64url'),
        ...facts,
      },
      { token },
    );
  const imported = async (lines: string[]): Promise<Record<string, unknown>> => {
    const { status, body, text } = await importText(csv(lines));
    if (status !== 200) throw new Error(text);
    return body.data as Record<string, unknown>;
  };
  const list = async (route: string, query: object, token = checker): Promise<Record<string, unknown>[]> => {
    const { status, body, text } = await outward.app.get(route, { PageSize: 200, ...query }, { token });
    if (status !== 200) throw new Error(text);
    return body.data.data as Record<string, unknown>[];
  };
  /** A transfer whose end the beneficiary's last digits choose. */
  const transfer = async (trigger: string, status: string): Promise<{ reference: string; session: string }> => {
    const body = await outward.bodyTo(`99000${trigger}`, account);
    await outward.send(body);
    const reference = String(body.transactionReference);
    await eventually(async () =>
      expect(await outward.app.rows('SELECT status FROM payout WHERE reference = $1', [reference])).toEqual([
        { status },
      ]),
    );
    const [row] = await outward.app.rows<{ session: string }>(
      'SELECT session_id AS session FROM payout WHERE reference = $1',
      [reference],
    );
    return { reference, session: row!.session };
  };
  const lost = (): Promise<{ reference: string; session: string }> => transfer('00011', 'ConfirmManually');
  /** As `lost`, in less time: staff settle a failed transfer whose reversal waits too. */
  const failed = (): Promise<{ reference: string; session: string }> => transfer('00134', 'Failed');
  const paid = (): Promise<{ reference: string; session: string }> => transfer('00100', 'Processed');
  const lineOf = async (session: string): Promise<Record<string, unknown>> =>
    (await list(LINES, { SessionId: session, Direction: 'Asc' }))[0]!;
  const confirm = (lineId: unknown, token = maker): Promise<Response> =>
    outward.app.post(`${LINES}/${String(lineId)}/confirm`, {}, { token });
  const approve = (approvalId: number, token = checker): Promise<Response> =>
    outward.app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token });
  const line = (session: string, facts: { amount?: string; status?: string; date?: string } = {}): string =>
    [session, facts.amount ?? '100.00', facts.status ?? 'Successful', 'Outward', facts.date ?? today].join(',');

  beforeAll(async () => {
    outward = await OutwardApp.start();
    [maker, checker] = [await outward.app.staff('maker'), await outward.app.staff('checker')];
    folder = mkdtempSync(path.join(tmpdir(), 'corebank-settlement-'));
  });
  beforeEach(async () => {
    account = await outward.app.openAccount(MONEY);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  it("compares a report of the simulator's with our transfers, and lists the differences with their age", async () => {
    const [good, unknown] = [await paid(), await lost()];
    const report = await (await fetch(`${outward.providers.url}/sandbox/settlement-report`)).text();
    expect(report.split('\n')[0]).toBe(HEADER);
    const answer = await importText(report);
    expect([answer.status, answer.body.data]).toMatchObject([200, { unmatched: 0, amountDiffers: 0, repeated: 0 }]);
    expect(await lineOf(good.session)).toMatchObject({
      result: 'Matched',
      position: 'Agrees',
      ourStatus: 'Processed',
      ageDays: 0,
      transactionReference: good.reference,
    });
    expect(await lineOf(unknown.session)).toMatchObject({
      result: 'Matched',
      position: 'Open',
      outcome: 'NotPaid',
      ourStatus: 'ConfirmManually',
    });
  });

  it('tells matched lines, other amounts, unknown sessions and repetitions apart', async () => {
    const [first, second] = [await paid(), await paid()];
    const stranger = '999999261121000000000000000001';
    const old = '2026-01-01';
    const data = await imported([
      line(first.session),
      line(first.session),
      line(second.session, { amount: '100.01' }),
      line(stranger, { date: old, amount: '"1,234.50"' }),
    ]);
    expect(data).toMatchObject({
      lines: 4,
      matched: 1,
      repeated: 1,
      amountDiffers: 1,
      unmatched: 1,
      firstDate: old,
      lastDate: today,
      importedBefore: false,
    });
    const lines = await list(LINES, { ReportId: data.id, Direction: 'Asc' });
    expect(lines.map(({ result, position, ourAmount }) => [result, position, ourAmount])).toEqual([
      ['Matched', 'Agrees', 100],
      ['Repeated', null, 100],
      ['AmountDiffers', null, 100],
      ['Unmatched', null, null],
    ]);
    expect(lines[3]).toMatchObject({ amount: 1234.5, settledOn: old, line: 5, transactionReference: null });
    expect(lines[3]!.ageDays).toBeGreaterThan(300);
    const differences = await list(LINES, {});
    expect(differences.map(({ result }) => result)).toEqual(expect.arrayContaining(['AmountDiffers', 'Unmatched']));
    expect(differences.some(({ result }) => result === 'Matched')).toBe(false);
    const aged = await list(LINES, { ReportId: data.id, MinimumAgeDays: 1 });
    expect(aged.map(({ sessionID }) => sessionID)).toEqual([stranger]);
  });

  it('matches the lines of a report that was loaded before under another provider', async () => {
    const { session } = await paid();
    const text = csv([line(session)]);
    expect((await importText(text, { provider: 'providera' })).body.data).toMatchObject({ unmatched: 1 });
    const own = await importText(text);
    expect(own.body.data).toMatchObject({ matched: 1, repeated: 0, importedBefore: false });
    expect((await importText(csv([line(session), '']))).body.data).toMatchObject({ matched: 0, repeated: 1 });
  });

  it('lists our transfers that no report has, and not those that gave the money back', async () => {
    const [missing, reported, returned] = [await paid(), await paid(), await transfer('00108', 'Reversed')];
    await imported([line(reported.session)]);
    const sessions = (await list(UNREPORTED, { StartDate: today, EndDate: today })).map(({ sessionID }) => sessionID);
    expect(sessions).toContain(missing.session);
    expect(sessions).not.toContain(reported.session);
    expect(sessions).not.toContain(returned.session);
    const [row] = await list(UNREPORTED, { StartDate: today, EndDate: today, PageSize: 1 });
    expect(row).toMatchObject({ direction: 'Outward', amount: 100, ageDays: 0, status: 'Processed' });
  });

  it('compares inward lines with inward transfers, also when those arrive after the report', async () => {
    const session = '000013261121555555555555555555';
    const data = await imported([`${session},250,Successful,Inward,${today}`]);
    expect(await lineOf(session)).toMatchObject({ result: 'Unmatched', direction: 'Inward' });
    const credited = await request(outward.app.url)
      .post('/cba/transfers/inward/credit')
      .set('x-gateway-key', sandboxGatewayKey(outward.app.app.get(Keyring)))
      .send({
        sessionId: session,
        beneficiaryAccountNumber: account,
        amount: 250,
        originatorAccountNumber: '3000000001',
        originatorAccountName: 'NGOZI EZE',
        originatorInstitutionCode: '000013',
      });
    expect(credited.status).toBe(200);
    expect(await list(UNREPORTED, { StartDate: today, EndDate: today, TransferDirection: 'Inward' })).toEqual([]);
    const again = await outward.app.post(`${REPORTS}/${String(data.id)}/match`, {}, { token: maker });
    expect(again.body.data).toMatchObject({ matched: 1, unmatched: 0 });
    const known = await lineOf(session);
    expect(known).toMatchObject({ result: 'Matched', position: 'Agrees', ourStatus: 'Credited' });
    expect((await confirm(known.id)).body.data.statusCode).toBe('SETTLEMENT_LINE_NO_EVIDENCE');
  });

  it('loads a file once, also when it arrives many times at once', async () => {
    const text = csv([line((await paid()).session)]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => importText(text)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(6).fill(200));
    expect(answers.filter(({ body }) => body.data.importedBefore === false)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.data.id as number)).size).toBe(1);
    const lines = await list(LINES, { ReportId: answers[0]!.body.data.id });
    expect(lines.map(({ result }) => result)).toEqual(['Matched']);
  });

  it('counts a line once that many files have, also when they arrive at the same moment', async () => {
    const { session } = await paid();
    const other = (index: number): string => line(`99999926112100000000000001${String(index).padStart(4, '0')}`);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => importText(csv([line(session), other(index)]))),
    );
    expect(answers.map(({ body }) => body.data.importedBefore as boolean)).toEqual(Array<boolean>(6).fill(false));
    const results = (await list(LINES, { SessionId: session })).map(({ result }) => result);
    expect(results.sort()).toEqual(['Matched', ...Array<string>(5).fill('Repeated')]);
  });

  it.each([
    ['a session id', ',100.00,Successful,Outward,2026-11-21', 'session_id'],
    ['an amount', '123,0.00,Successful,Outward,2026-11-21', 'amount'],
    ['three decimals', '123,1.001,Successful,Outward,2026-11-21', 'amount'],
    ['a status', '123,1,Perhaps,Outward,2026-11-21', 'status'],
    ['a direction', '123,1,Successful,Sideways,2026-11-21', 'direction'],
    ['a date', '123,1,Successful,Outward,2026-02-30', 'date'],
  ])('refuses a report with a wrong line (%s), names it and loads nothing of it', async (_, wrong, column) => {
    const count = async (): Promise<unknown> =>
      outward.app.rows('SELECT count(*) FROM settlement_line UNION ALL SELECT count(*) FROM settlement_report');
    const before = await count();
    const refused = await importText(csv([line('999999261121000000000000000002'), wrong]));
    expect([refused.status, refused.body.data]).toMatchObject([
      422,
      { statusCode: 'SETTLEMENT_REPORT_REFUSED', refusedLines: [{ line: 3, reason: expect.stringContaining(column) }] },
    ]);
    expect(await count()).toEqual(before);
  });

  it('refuses files without the columns of the mapping, and files that are not CSV', async () => {
    const strangers = [
      ...[csv(['1,2'], 'session_id,amount'), csv(['"1,2']), 'x', '\n', '[{"session_id": "1"}]', '<p class="x">no</p>'],
      ...['%PDF-1.7\n1 0 obj << /Title (a "b" c) >>\n', csv(['1,2,3']), csv(['1\u0000"2,3']), `${HEADER}\n1,"2"3,`],
      ...['PK\u0003\u0004\u0000"\u0000', 'x'.repeat(70_000), '"'.repeat(70_000)],
    ].map((text) => Buffer.from(text));
    const utf16 = Buffer.from(`\uFEFF${csv(['1,2'])}`, 'utf16le');
    for (const file of [...strangers, Buffer.from([0x89, 0x50, 0x22, 0xff, 0x00, 0x22, 0x0a, 0x41]), utf16]) {
      const { status, body } = await importText('', { content: file.toString('base64url') });
      expect([status, body.data.statusCode, file.toString('latin1', 0, 20)]).toEqual([
        422,
        'SETTLEMENT_REPORT_UNREADABLE',
        file.toString('latin1', 0, 20),
      ]);
      expect(body.message).toMatch(/^[\P{Cc}]{20,300}$/u);
    }
    expect((await importText(csv([]))).body.data).toMatchObject({ lines: 0 });
    expect((await importText(csv([]), { provider: 'providerz' })).status).toBe(400);
  });

  it("reads a provider's own columns by the configured mapping", async () => {
    const { session } = await paid();
    const mapping = {
      sessionId: 'Session',
      amount: 'Kobo',
      unit: 'kobo',
      status: { column: 'Result', paid: ['00'], notPaid: ['57'] },
      date: { column: 'When', format: 'DD/MM/YYYY' },
      delimiter: ';',
    };
    await outward.configure({ SETTLEMENT_REPORT_COLUMNS: JSON.stringify({ providerh: mapping }) });
    const answer = await importText(`Bank;Session;Kobo;Result;When\nGTB;${session};10000;00;21/11/2026 10:00\n`);
    await outward.configure({ SETTLEMENT_REPORT_COLUMNS: null });
    expect(answer.body.data).toMatchObject({ matched: 1, firstDate: '2026-11-21' });
  });

  describe('a payment that waits for staff', () => {
    it.each([
      ['Successful', 'Processed', DEBITED],
      ['Failed', 'Reversed', MONEY],
    ])(
      'is settled from its line (%s) as %s once another member of staff approves',
      async (status, outcome, balance) => {
        const { reference, session } = await lost();
        await imported([line(session, { status })]);
        const { id } = await lineOf(session);
        const asked = await confirm(id);
        expect([asked.status, asked.body.data]).toMatchObject([202, { statusCode: 'PENDING_APPROVAL', reference }]);
        const { approvalId } = asked.body.data as { approvalId: number };
        expect((await approve(approvalId, maker)).status).toBe(403);
        expect(await outward.app.balance(account)).toBe(DEBITED);
        expect((await approve(approvalId)).status).toBe(200);
        await eventually(async () => expect(await outward.status(reference)).toBe(outcome));
        expect(await outward.app.balance(account)).toBe(balance);
        expect(await lineOf(session)).toMatchObject({ position: 'Agrees', ourStatus: outcome });
        const approval = await outward.app.get(`/api/admin/v1/approvals/${approvalId}`, {}, { token: checker });
        expect(approval.body.data.summary).toContain(`line 2: session ${session}`);
        expect((await confirm(id)).body.data.statusCode).toBe('PAYOUT_NOT_OPEN');
      },
    );

    it('is settled from a report whose long file name is cut in the middle of a character', async () => {
      const { reference, session } = await failed();
      const fileName = `${'f'.repeat(98)}\u{1F30D}-november.csv`;
      dataOf(await importText(csv([line(session, { status: 'Failed' })]), { fileName }));
      const { id } = await lineOf(session);
      const { approvalId } = dataOf<{ approvalId: number }>(await confirm(id), 202);
      expect((await approve(approvalId)).status).toBe(200);
      await eventually(async () => expect(await outward.status(reference)).toBe('Reversed'));
    });

    it('is settled once when many members ask at once', async () => {
      const { session } = await failed();
      await imported([line(session, { status: 'Failed' })]);
      const { id } = await lineOf(session);
      const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(5).fill(409)]);
      const { approvalId } = answers.find(({ status }) => status === 202)!.body.data as { approvalId: number };
      const second = await outward.app.staff('secondAdministrator');
      const decisions = await Promise.all([approve(approvalId), approve(approvalId), approve(approvalId, second)]);
      expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
      await eventually(async () => expect(await outward.app.balance(account)).toBe(MONEY));
      const moved = await outward.app.rows(
        `SELECT 1 FROM posting_entry e JOIN payout p ON p.reversal_posting_id = e.posting_id
          WHERE p.session_id = $1 GROUP BY e.posting_id`,
        [session],
      );
      expect(moved).toHaveLength(1);
    });

    it('is not settled from a line with another amount, an unknown session or a repetition', async () => {
      const { session } = await failed();
      const data = await imported([
        line(session, { amount: '99.00' }),
        line(session, { amount: '99.00' }),
        line('999999261121000000000000000003'),
      ]);
      for (const { id } of await list(LINES, { ReportId: data.id }))
        expect((await confirm(id)).body.data.statusCode).toBe('SETTLEMENT_LINE_NO_EVIDENCE');
      expect((await confirm(4_000_000_000)).body.data.statusCode).toBe('SETTLEMENT_LINE_NOT_FOUND');
    });

    it('is not settled from a line that another line contradicts', async () => {
      const { session } = await failed();
      await imported([line(session, { status: 'Failed' })]);
      await imported([line(session)]);
      for (const { id } of await list(LINES, { SessionId: session }))
        expect((await confirm(id)).body.data).toMatchObject({ statusCode: 'SETTLEMENT_LINE_NO_EVIDENCE' });
    });

    it.each(['its line', 'evidence in own words'])(
      'is not settled by %s when a report says the opposite before the approval, and can be asked for again',
      async (by) => {
        const { session, reference } = await failed();
        const confirmReversed = (): Promise<Response> =>
          outward.app.post(
            '/api/admin/v1/transfers/confirm',
            { transactionReference: reference, outcome: 'Reversed', evidence: 'Letter of the provider' },
            { token: maker },
          );
        const approvalOf = ({ body }: Response): number => (body.data as { approvalId: number }).approvalId;
        await imported([line(session, { status: 'Failed' })]);
        const asked = await (by === 'its line' ? confirm((await lineOf(session)).id) : confirmReversed());
        await imported([line(session)]);
        const refused = await approve(approvalOf(asked));
        expect([refused.status, refused.body.data.statusCode]).toEqual([409, 'CHANGE_OUTDATED']);
        expect([await outward.app.balance(account), await outward.status(reference)]).toEqual([DEBITED, 'Failed']);
        const declined = await outward.app.post(
          `/api/admin/v1/approvals/${approvalOf(asked)}/decline`,
          { note: 'The reports contradict each other' },
          { token: checker },
        );
        expect(declined.status).toBe(200);
        // Now the maker has seen the other line.
        expect((await approve(approvalOf(await confirmReversed()))).status).toBe(200);
        expect(await outward.app.balance(account)).toBe(MONEY);
      },
    );

    it('is found by the position of its line', async () => {
      const { session } = await failed();
      const data = await imported([line(session), line((await paid()).session)]);
      const open = await list(LINES, { ReportId: data.id, Position: 'Open' });
      expect(open.map(({ sessionID }) => sessionID)).toEqual([session]);
      expect(await list(LINES, { ReportId: data.id, Position: 'Contradicts' })).toEqual([]);
      expect((await outward.app.get(LINES, { Position: 'Open' }, { token: checker })).status).toBe(400);
    });
  });

  it('finds a settled transfer whose line says the opposite', async () => {
    const data = await imported([line((await paid()).session, { status: 'Failed' })]);
    const [found] = await list(LINES, { ReportId: data.id, Position: 'Contradicts' });
    expect(found).toMatchObject({ position: 'Contradicts', ourStatus: 'Processed', outcome: 'NotPaid' });
  });

  it.each([
    ['reversed, and the provider paid', '00001', 'Reversed', MONEY, 'Successful', 'Processed', DEBITED],
    ['processed, and the provider did not pay', '00100', 'Processed', DEBITED, 'Failed', 'Reversed', MONEY],
  ] as const)(
    'corrects by two people a transfer that we %s',
    async (_, trigger, ours, before, said, outcome, after) => {
      const { reference, session } = await transfer(trigger, ours);
      expect(await outward.app.balance(account)).toBe(before);
      const byHand = { transactionReference: reference, outcome, evidence: 'Telephone' };
      const refused = await outward.app.post('/api/admin/v1/transfers/confirm', byHand, { token: maker });
      expect(refused.body.data.statusCode).toBe('PAYOUT_NOT_OPEN');
      await imported([line(session, { status: said })]);
      const { id } = await lineOf(session);
      const asked = await Promise.all([confirm(id), confirm(id), confirm(id)]);
      expect(asked.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
      const { approvalId } = asked.find(({ status }) => status === 202)!.body.data as { approvalId: number };
      expect((await approve(approvalId, maker)).status).toBe(403);
      expect(await outward.app.balance(account)).toBe(before);
      expect((await approve(approvalId)).status).toBe(200);
      expect(await outward.status(reference)).toBe(outcome);
      expect(await outward.app.balance(account)).toBe(after);
      expect(await lineOf(session)).toMatchObject({ position: 'Agrees', ourStatus: outcome });
      expect((await confirm(id)).body.data.statusCode).toBe('PAYOUT_NOT_OPEN');
    },
  );

  it('refuses a period of more than seven days, or one that ends before it starts', async () => {
    for (const [StartDate, EndDate, status] of [
      ['2026-11-01', '2026-11-08', 422],
      ['2026-11-02', '2026-11-01', 400],
    ] as const)
      expect((await outward.app.get(UNREPORTED, { StartDate, EndDate }, { token: checker })).status).toBe(status);
  });

  it('is loaded by the command too, which names wrong lines and knows files of the route', async () => {
    const { session } = await paid();
    const run = async (text: string): ReturnType<typeof settlementImport.run> => {
      const file = path.join(folder, 'report.csv');
      writeFileSync(file, text);
      return settlementImport.run(commandContext(outward.app), [
        ...['--institution', String(outward.app.institutionId), '--provider', 'providerh', '--file', file],
      ]);
    };
    const good = csv([line(session)]);
    expect(await run(good)).toMatchObject({ ok: true, data: { matched: 1, importedBefore: false } });
    expect((await importText(good)).body.data).toMatchObject({ importedBefore: true });
    expect(await run(csv([line('x y')]))).toMatchObject({ ok: false, data: { refusedLines: [{ line: 2 }] } });
    expect(await run(csv([line('999999261121000000000000000004')]))).toMatchObject({ ok: false });
  });

  it('shows an institution nothing of the reports of another', async () => {
    const second = await addSecondInstitution(outward.app);
    const { email, password } = second.manager;
    const signedIn = await outward.app.post(
      '/api/admin/v1/login',
      { email, password },
      { token: 'none', reference: null },
    );
    const manager = signedIn.body.data.accessToken as string;
    const { session } = await failed();
    const text = csv([line(session)]);
    const { id } = (await importText(text)).body.data as { id: number };
    const own = await lineOf(session);
    expect(await list(REPORTS, {}, manager)).toEqual([]);
    expect(await list(LINES, { ReportId: id }, manager)).toEqual([]);
    expect(await list(UNREPORTED, { StartDate: today, EndDate: today }, manager)).toEqual([]);
    expect((await confirm(own.id, manager)).body.data.statusCode).toBe('SETTLEMENT_LINE_NOT_FOUND');
    const matched = await outward.app.post(`${REPORTS}/${id}/match`, {}, { token: manager });
    expect(matched.body.data.statusCode).toBe('SETTLEMENT_REPORT_NOT_FOUND');
    // The same file is another report there, and its sessions are unknown.
    const theirs = await importText(text, {}, manager);
    expect(theirs.body.data).toMatchObject({ importedBefore: false, unmatched: 1, matched: 0 });
  });
});
