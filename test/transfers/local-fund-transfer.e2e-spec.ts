import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import { freshReference, TestApp } from '../support/app';

const PATH = '/api/transfer/v1/localfundtransfer';

describe('localfundtransfer', () => {
  let app: TestApp;
  let from: string;
  let to: string;
  let virtual: { number: string; settlement: string };

  const body = (facts: object = {}): Record<string, unknown> => ({
    debitAccount: from,
    creditAccount: to,
    amount: 10.5,
    ...facts,
  });
  const setStatus = (number: string, status: string): Promise<unknown> =>
    app.rows('UPDATE ledger_account SET status = $2 WHERE number = $1', [number, status]);
  const legsOf = (
    postingReferenceNumber: string,
  ): Promise<
    { number: string; side: string; role: string; amount_kobo: string; virtual_account_id: string | null }[]
  > =>
    app.rows(
      `SELECT a.number, e.side, e.role, e.amount_kobo, e.virtual_account_id FROM posting_entry e JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
        WHERE e.posting_id = $1 ORDER BY e.leg`,
      [Number(postingReferenceNumber.slice(3))],
    );
  const configure = async (settings: Record<string, string>): Promise<void> => {
    const service = app.app.get(InstitutionSettings, { strict: false });
    await app.app.get(UnitOfWork).run(app.institutionId, async (tx) => {
      for (const [key, value] of Object.entries(settings))
        await service.set(tx, app.institutionId, key, value, 'staff:test');
    });
    service.forget(app.institutionId);
  };

  beforeAll(async () => {
    app = await TestApp.start();
    from = await app.openAccount(50_000);
    to = await app.openAccount();
    const [row] = await app.rows<{ number: string; settlement: string }>(
      `SELECT n.number, a.number AS settlement FROM account_number n JOIN ledger_account a ON a.institution_id = n.institution_id AND a.id = n.ledger_account_id WHERE n.kind = 'virtual'`,
    );
    virtual = row!;
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('moves the amount and returns the documented answer', async () => {
    const reference = freshReference();
    const before = await app.balance(from);
    const { status, body: answer } = await app.post(PATH, body({ narration: 'Rent', postingsTransactionType: 3 }), {
      reference,
    });
    expect(status).toBe(200);
    expect(answer).toEqual({
      status: true,
      message: 'Transfer successful',
      data: {
        referenceNumber: reference,
        postingReferenceNumber: expect.stringMatching(/^PST\d{12,}$/),
        amount: 10.5,
        feeCharged: 0,
        debitAccount: from,
        creditAccount: to,
        transactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        isSuccessful: true,
      },
    });
    expect(await app.balance(from)).toBe(before - 10.5);
    expect(await app.balance(to)).toBe(10.5);
  });

  it.each([
    { name: 'account to ledger', debit: () => from, credit: () => '2030', type: 1 },
    { name: 'ledger to account', debit: () => '1010', credit: () => to, type: 1 },
    { name: 'ledger to ledger', debit: () => '1030', credit: () => '2070', type: 2 },
    { name: 'account to virtual account', debit: () => from, credit: () => virtual.number, type: 3 },
  ])('moves money from $name', async ({ debit, credit, type }) => {
    const { status, text } = await app.post(
      PATH,
      body({ debitAccount: debit(), creditAccount: credit(), postingsTransactionType: type }),
    );
    expect({ status, text }).toMatchObject({ status: 200 });
  });

  it('credits the settlement account of a virtual account and keeps the virtual number', async () => {
    const before = await app.balance(virtual.settlement);
    const { body: answer } = await app.post(PATH, body({ creditAccount: virtual.number, amount: 25 }));
    expect(answer.data.creditAccount).toBe(virtual.number);
    expect(await app.balance(virtual.settlement)).toBe(before + 25);
    const [, credit] = await legsOf(answer.data.postingReferenceNumber);
    expect(credit).toMatchObject({ number: virtual.settlement, virtual_account_id: expect.stringMatching(/^\d+$/) });
  });

  it('keeps the documented metadata and the default narration', async () => {
    const reference = freshReference();
    await app.post(PATH, body({ creditAccount: virtual.number }), { reference });
    const [row] = await app.rows<{ narration: string; additional_metadata: Record<string, unknown> }>(
      `SELECT narration, additional_metadata FROM posting WHERE kind = 'transfer' AND reference = $1`,
      [reference],
    );
    expect(row!.narration).toBe('Local transfer');
    expect(Object.keys(row!.additional_metadata).sort()).toEqual(
      [
        'channel',
        'provider',
        'transfer_type',
        'bank_code_to',
        'bank_to',
        'account_name_to',
        'account_number_to',
        'account_name_from',
        'account_number_from',
        'originator_bvn',
        'beneficiary_bvn',
        'transaction_reference',
        'name_enquiry_ref',
        'session_id',
        'processing_status',
        'narration_originator',
        'narration_beneficiary',
      ].sort(),
    );
    expect(row!.additional_metadata).toMatchObject({
      channel: 'transfer',
      transfer_type: 'local',
      account_number_to: virtual.number,
      account_name_to: expect.stringContaining('/'),
      processing_status: 'Processed',
      transaction_reference: reference,
    });
  });

  it('charges the fee of the request and credits it to the named ledger', async () => {
    const before = await app.balance(from);
    const { body: answer } = await app.post(PATH, body({ amount: 100, feeCharge: 10, feeIncomeGL: '4010' }));
    expect(answer.data).toMatchObject({ amount: 100, feeCharged: 10 });
    expect(await app.balance(from)).toBe(before - 110);
    expect(
      (await legsOf(answer.data.postingReferenceNumber)).map(({ number, side, role, amount_kobo }) => [
        number,
        side,
        role,
        amount_kobo,
      ]),
    ).toEqual([
      [from, 'debit', 'principal', '10000'],
      [to, 'credit', 'principal', '10000'],
      [from, 'debit', 'fee', '1000'],
      ['4010', 'credit', 'fee', '1000'],
    ]);
  });

  it('adds VAT and stamp duty only where they are enabled, each to its own ledger', async () => {
    await configure({
      LOCAL_TRANSFER_VAT_ENABLED: 'true',
      LOCAL_TRANSFER_STAMP_DUTY_ENABLED: 'true',
      VAT_LEDGER_CODE: '2040',
      STAMP_DUTY_LEDGER_CODE: '2050',
    });
    try {
      const large = await app.post(PATH, body({ amount: 10_000, feeCharge: 10, feeIncomeGL: '4010' }));
      expect(
        (await legsOf(large.body.data.postingReferenceNumber))
          .filter(({ side }) => side === 'credit')
          .map(({ number, role, amount_kobo }) => [number, role, amount_kobo]),
      ).toEqual([
        [to, 'principal', '1000000'],
        ['4010', 'fee', '1000'],
        ['2040', 'tax', '75'],
        ['2050', 'tax', '5000'],
      ]);
      expect(large.body.data.feeCharged).toBe(10);
      const small = await app.post(PATH, body({ amount: 9_999.99 }));
      expect(await legsOf(small.body.data.postingReferenceNumber)).toHaveLength(2);
    } finally {
      await configure({ LOCAL_TRANSFER_VAT_ENABLED: 'false', LOCAL_TRANSFER_STAMP_DUTY_ENABLED: 'false' });
    }
  });

  it('refuses with 503 when VAT is due but has no ledger', async () => {
    await configure({ LOCAL_TRANSFER_VAT_ENABLED: 'true', VAT_LEDGER_CODE: '9999' });
    try {
      const { status, body: answer } = await app.post(PATH, body({ feeCharge: 10, feeIncomeGL: '4010' }));
      expect([status, answer.data.statusCode]).toEqual([503, 'CHARGES_NOT_CONFIGURED']);
    } finally {
      await configure({ LOCAL_TRANSFER_VAT_ENABLED: 'false', VAT_LEDGER_CODE: '2040' });
    }
  });

  it.each<[string, () => string | object]>([
    ['amount 0', () => body({ amount: 0 })],
    ['amount -1', () => body({ amount: -1 })],
    ['amount 0.001', () => body({ amount: 0.001 })],
    ['amount 1e400', () => `{"debitAccount":"${from}","creditAccount":"${to}","amount":1e400}`],
    ['amount "100"', () => body({ amount: '100' })],
    ['amount NaN', () => `{"debitAccount":"${from}","creditAccount":"${to}","amount":NaN}`],
    ['amount 2^53', () => body({ amount: 2 ** 53 })],
    ['amount null', () => body({ amount: null })],
    ['amount in an array', () => body({ amount: [5] })],
    ['no amount', () => ({ debitAccount: from, creditAccount: to })],
    ['an unknown field', () => body({ debitaccount: from })],
    ['the same field twice', () => `{"debitAccount":"${from}","creditAccount":"${to}","amount":1,"amount":2}`],
    ['a number for an account', () => body({ debitAccount: 1 })],
    ['an empty account', () => body({ creditAccount: '' })],
    ['a transaction type of 0', () => body({ postingsTransactionType: 0 })],
    ['a transaction type of "3"', () => body({ postingsTransactionType: '3' })],
    ['a negative fee', () => body({ feeCharge: -1, feeIncomeGL: '4010' })],
    ['a fee without its ledger', () => body({ feeCharge: 1 })],
    ['a narration of 251 characters', () => body({ narration: 'x'.repeat(251) })],
    ['a list for a body', () => '[]'],
    ['no JSON', () => '{'],
  ])('refuses %s with 400', async (_, send) => {
    const { status, body: answer } = await app.post(PATH, send());
    expect([status, answer.status, answer.data.statusCode]).toEqual([400, false, 'VALIDATION_FAILED']);
  });

  it.each<{ name: string; send: () => object; status: number; code: string }>([
    {
      name: 'an unknown debit account',
      send: () => body({ debitAccount: '0000000000' }),
      status: 404,
      code: 'ACCOUNT_NOT_FOUND',
    },
    {
      name: 'an unknown credit account',
      send: () => body({ creditAccount: '0000000000' }),
      status: 404,
      code: 'ACCOUNT_NOT_FOUND',
    },
    {
      name: 'a fee ledger that is no ledger',
      send: () => body({ feeCharge: 1, feeIncomeGL: to }),
      status: 404,
      code: 'LEDGER_NOT_FOUND',
    },
    {
      name: 'a fee ledger closed to API clients',
      send: () => body({ feeCharge: 1, feeIncomeGL: '3010' }),
      status: 422,
      code: 'LEDGER_NOT_ALLOWED',
    },
    {
      name: 'a virtual account to debit',
      send: () => body({ debitAccount: virtual.number }),
      status: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    },
    { name: 'one account', send: () => body({ creditAccount: from }), status: 422, code: 'SAME_ACCOUNT' },
    {
      name: 'a settlement account and its own virtual account',
      send: () => body({ debitAccount: virtual.settlement, creditAccount: virtual.number }),
      status: 422,
      code: 'SAME_ACCOUNT',
    },
    {
      name: 'a ledger that would pay its own fee',
      send: () => body({ debitAccount: '1010', feeCharge: 1, feeIncomeGL: '1010' }),
      status: 422,
      code: 'SAME_ACCOUNT',
    },
    {
      name: 'a type that does not fit',
      send: () => body({ postingsTransactionType: 2 }),
      status: 422,
      code: 'POSTINGS_TRANSACTION_TYPE_MISMATCH',
    },
    { name: 'a control ledger', send: () => body({ creditAccount: '2010' }), status: 422, code: 'CONTROL_LEDGER' },
    {
      name: 'a ledger closed to API clients',
      send: () => body({ creditAccount: '3010' }),
      status: 422,
      code: 'LEDGER_NOT_ALLOWED',
    },
    {
      name: 'more than the account has',
      send: () => body({ amount: 900_000 }),
      status: 422,
      code: 'INSUFFICIENT_FUNDS',
    },
  ])('refuses $name', async ({ send, status, code }) => {
    const before = await app.balance(from);
    const refused = await app.post(PATH, send());
    expect([refused.status, refused.body.data.statusCode]).toEqual([status, code]);
    expect(await app.balance(from)).toBe(before);
  });

  it('names the field of an unknown account', async () => {
    const { body: answer } = await app.post(PATH, body({ creditAccount: '0000000000' }));
    expect(answer).toMatchObject({
      message: expect.stringContaining('creditAccount'),
      data: { field: 'creditAccount' },
    });
  });

  it.each([
    { status: 'Closed', debit: 'ACCOUNT_CLOSED', credit: 'ACCOUNT_CLOSED' },
    { status: 'Inactive', debit: 'ACCOUNT_INACTIVE', credit: 'ACCOUNT_INACTIVE' },
    { status: 'PendingApproval', debit: 'ACCOUNT_PENDING_APPROVAL', credit: 'ACCOUNT_PENDING_APPROVAL' },
    { status: 'Frozen', debit: 'ACCOUNT_FROZEN', credit: undefined },
    { status: 'Dormant', debit: 'ACCOUNT_DORMANT', credit: undefined },
  ])('applies the rights of an account that is $status', async ({ status, debit, credit }) => {
    const account = await app.openAccount(100);
    await setStatus(account, status);
    const out = await app.post(PATH, body({ debitAccount: account, amount: 1 }));
    const into = await app.post(PATH, body({ creditAccount: account, amount: 1 }));
    expect([out.status, out.body.data.statusCode]).toEqual([409, debit]);
    expect([into.status, into.body.data.statusCode]).toEqual(credit === undefined ? [200, undefined] : [409, credit]);
  });

  it('answers 404 for an account of another institution', async () => {
    await app.rows(
      `INSERT INTO account_number (institution_id, number, kind, account_id, ledger_account_id) VALUES (999, '5550001111', 'deposit', 1, 1)`,
    );
    const { status, body: answer } = await app.post(PATH, body({ creditAccount: '5550001111' }));
    expect([status, answer.data.statusCode]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  it.each([
    ['no reference', null],
    ['an empty one', ''],
    ['one of 101 characters', 'x'.repeat(101)],
    ['two in one header', 'A-1, A-2'],
  ])('refuses a request with the request reference %s', async (_, reference) => {
    const { status, body: answer } = await app.post(PATH, body(), { reference });
    expect([status, answer.data.statusCode]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('replays the same request and refuses its reference for another request', async () => {
    const reference = freshReference();
    const first = await app.post(PATH, body(), { reference });
    const before = await app.balance(from);
    const again = await app.post(PATH, body(), { reference });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const other = await app.post(PATH, body({ amount: 11 }), { reference });
    expect([other.status, other.body.data.statusCode]).toEqual([409, 'DUPLICATE_REFERENCE']);
    expect(await app.balance(from)).toBe(before);
  });

  it('replays a refusal even when the request would now be accepted', async () => {
    const account = await app.openAccount();
    const reference = freshReference();
    const refused = await app.post(PATH, body({ debitAccount: account, amount: 5 }), { reference });
    expect(refused.status).toBe(422);
    await app.payIn(account, 100);
    const again = await app.post(PATH, body({ debitAccount: account, amount: 5 }), { reference });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([422, 'true']);
    expect(await app.balance(account)).toBe(100);
  });

  it('executes 50 parallel identical requests once', async () => {
    const reference = freshReference();
    const before = await app.balance(from);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.post(PATH, body({ amount: 7 }), { reference })),
    );
    const statuses = new Set(answers.map(({ status, body: { data } }) => `${status} ${data.statusCode ?? ''}`.trim()));
    expect([...statuses].every((status) => ['200', '409 REQUEST_IN_PROGRESS'].includes(status))).toBe(true);
    expect(statuses).toContain('200');
    expect(await app.balance(from)).toBe(before - 7);
  });

  it('applies the transfer limits of customer accounts, and not to ledgers', async () => {
    const account = await app.openAccount(1_000);
    await app.rows('UPDATE ledger_account SET single_limit_kobo = 20000, daily_limit_kobo = 30000 WHERE number = $1', [
      account,
    ]);
    const send = (amount: number): Promise<[number, string | undefined]> =>
      app
        .post(PATH, body({ debitAccount: account, amount }))
        .then(({ status, body: { data } }) => [status, data.statusCode]);
    expect(await send(200.01)).toEqual([422, 'LIMIT_EXCEEDED']);
    expect(await send(200)).toEqual([200, undefined]);
    expect(await send(100.01)).toEqual([422, 'LIMIT_EXCEEDED']);
    expect(await send(100)).toEqual([200, undefined]);
  });

  it('accepts only API clients', async () => {
    expect((await app.post(PATH, body(), { token: await app.staff('maker') })).status).toBe(401);
  });
});
