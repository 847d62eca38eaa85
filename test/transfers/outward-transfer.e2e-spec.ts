import { BANK, type Body, OutwardApp, type Transfer } from '../payouts/outward-app';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';

const MONEY = 900_000;
const LIMITS = '/api/limit/v1/addupdateaccountlimit';

describe('outwardtransfer', () => {
  let outward: OutwardApp;
  let account: string;
  let virtual: string;
  let beneficiaries = 0;

  /** An unused account number at the other bank. */
  const nobody = (): string => {
    beneficiaries += 1;
    return `30000${String(beneficiaries).padStart(5, '0')}`;
  };
  const bodyTo = (beneficiary: string, facts: Body = {}): Promise<Body> => outward.bodyTo(beneficiary, account, facts);
  const refusal = async (body: Body, reference?: string): Promise<[number, string]> => {
    const answer = await outward.send(body, reference);
    return [answer.status, answer.body.data.statusCode];
  };
  const sent = async (facts: Body = {}): Promise<Transfer> => {
    const { status, body, text } = await outward.send(await bodyTo(nobody(), facts));
    if (status !== 200) throw new Error(text);
    return body.data as Transfer;
  };
  /** Debits and credits by account or ledger. */
  const entries = (reference: string): Promise<unknown[]> =>
    outward.app.rows(
      `SELECT a.number, e.side, e.role, e.amount_kobo::int AS kobo FROM posting p JOIN posting_entry e ON e.posting_id = p.id JOIN ledger_account a ON a.id = e.account_id
        WHERE p.kind = 'outward-transfer' AND p.reference = $1 ORDER BY e.leg`,
      [reference],
    );

  beforeAll(async () => {
    outward = await OutwardApp.start();
    virtual = (
      await outward.app.rows<{ number: string }>(`SELECT number FROM account_number WHERE kind = 'virtual'`)
    )[0]!.number;
  });
  beforeEach(async () => {
    account = await outward.app.openAccount(MONEY);
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  describe('refuses', () => {
    let body: Body;
    const CHANGES: [string, () => Body, number, string][] = [
      ['a virtual originator', () => ({ originatorAccountNumber: virtual }), 422, 'VIRTUAL_ACCOUNT_NOT_ALLOWED'],
      ['a ledger as originator', () => ({ originatorAccountNumber: '1010' }), 404, 'ACCOUNT_NOT_FOUND'],
      ['an unknown originator', () => ({ originatorAccountNumber: '0000000000' }), 404, 'ACCOUNT_NOT_FOUND'],
      [
        'an unknown name enquiry',
        () => ({ nameEnquiryRef: '999999261121101400123456789012' }),
        422,
        'NAME_ENQUIRY_NOT_FOUND',
      ],
      ['another beneficiary', () => ({ beneficiaryAccountNumber: nobody() }), 422, 'NAME_ENQUIRY_MISMATCH'],
      ['another institution', () => ({ destinationInstitutionCode: '000014' }), 422, 'NAME_ENQUIRY_MISMATCH'],
      [
        'an institution that is not there',
        () => ({ destinationInstitutionCode: '987654' }),
        422,
        'NAME_ENQUIRY_MISMATCH',
      ],
      ['the own institution', () => ({ destinationInstitutionCode: '059999' }), 422, 'OWN_INSTITUTION'],
      ['another name', () => ({ beneficiaryAccountName: 'SOMEBODY ELSE' }), 422, 'BENEFICIARY_NAME_MISMATCH'],
      ['more than there is', () => ({ amount: MONEY }), 422, 'INSUFFICIENT_FUNDS'],
      ['an amount as text', () => ({ amount: '100' }), 400, 'VALIDATION_FAILED'],
      ['a third decimal', () => ({ amount: 1.001 }), 400, 'VALIDATION_FAILED'],
      ['nothing', () => ({ amount: 0 }), 400, 'VALIDATION_FAILED'],
      ['an unknown field', () => ({ fee: 0 }), 400, 'VALIDATION_FAILED'],
      ['a short institution code', () => ({ destinationInstitutionCode: '058' }), 400, 'VALIDATION_FAILED'],
      ...[
        'nameEnquiryRef',
        'originatorAccountNumber',
        'originatorAccountName',
        'beneficiaryAccountNumber',
        'beneficiaryAccountName',
        'destinationInstitutionCode',
        'beneficiaryBankName',
        'transactionReference',
        'amount',
      ].map((field): [string, () => Body, number, string] => [
        `no ${field}`,
        () => ({ [field]: undefined }),
        400,
        'VALIDATION_FAILED',
      ]),
    ];

    beforeAll(async () => {
      account = await outward.app.openAccount(MONEY);
      body = await bodyTo(nobody());
    });

    it.each(CHANGES)('%s', async (_, change, status, code) => {
      expect(await refusal({ ...body, ...change() })).toEqual([status, code]);
    });

    it('refuses invalid transfers before any debit and any call to the provider', async () => {
      expect(await outward.app.rows('SELECT 1 FROM payout WHERE reference = $1', [body.transactionReference])).toEqual(
        [],
      );
      expect(outward.record(String(body.transactionReference))).toBeUndefined();
      expect(await outward.app.balance(String(body.originatorAccountNumber))).toBe(MONEY);
    });

    it('refuses a name enquiry that is older than 24 hours', async () => {
      const old = await bodyTo(nobody());
      await outward.app.rows(
        `UPDATE name_enquiry SET created_at = now() - interval '24 hours 1 second' WHERE reference = $1`,
        [old.nameEnquiryRef],
      );
      expect(await refusal(old)).toEqual([422, 'NAME_ENQUIRY_EXPIRED']);
    });

    it('refuses a frozen and an inactive account', async () => {
      const frozen = await bodyTo(nobody());
      await outward.app.rows(`UPDATE ledger_account SET status = 'Frozen' WHERE number = $1`, [account]);
      expect(await refusal(frozen)).toEqual([409, 'ACCOUNT_FROZEN']);
    });

    it('refuses a transaction reference that was used', async () => {
      const { transactionReference } = await sent();
      expect(await refusal(await bodyTo(nobody(), { transactionReference }))).toEqual([409, 'DUPLICATE_REFERENCE']);
    });
  });

  describe('charges', () => {
    afterEach(() =>
      outward.configure({
        TRANSFER_FEE_INCOME_LEDGER_CODE: '4010',
        VAT_LEDGER_CODE: '2040',
        TRANSFER_FEE_TIERS: null,
        TRANSFER_VAT_ENABLED: null,
        TRANSFER_STAMP_DUTY_ENABLED: null,
      }),
    );

    it.each([
      { amount: 5_000, fee: 10, vat: 0.75, stampDuty: 0 },
      { amount: 5_000.01, fee: 25, vat: 1.88, stampDuty: 0 },
      { amount: 9_999.99, fee: 25, vat: 1.88, stampDuty: 0 },
      { amount: 10_000, fee: 25, vat: 1.88, stampDuty: 50 },
      { amount: 50_000.01, fee: 50, vat: 3.75, stampDuty: 50 },
    ])(
      'charges on $amount a fee of $fee, VAT of $vat and stamp duty of $stampDuty',
      async ({ amount, fee, vat, stampDuty }) => {
        const before = await outward.app.balance(account);
        const transfer = await sent({ amount });
        expect(transfer).toMatchObject({ amount, fee, vat, stampDuty, processingStatus: 'Processed' });
        expect(transfer.totalDebited).toBeCloseTo(amount + fee + vat + stampDuty, 2);
        expect(await outward.app.balance(account)).toBeCloseTo(before - transfer.totalDebited, 2);
      },
    );

    it('credits each charge to its own ledger', async () => {
      const { transactionReference } = await sent({ amount: 10_000 });
      expect(await entries(transactionReference)).toEqual([
        { number: account, side: 'debit', role: 'principal', kobo: 1_000_000 },
        { number: '1030', side: 'credit', role: 'principal', kobo: 1_000_000 },
        { number: account, side: 'debit', role: 'fee', kobo: 2_500 },
        { number: '4010', side: 'credit', role: 'fee', kobo: 2_500 },
        { number: account, side: 'debit', role: 'tax', kobo: 188 },
        { number: '2040', side: 'credit', role: 'tax', kobo: 188 },
        { number: account, side: 'debit', role: 'tax', kobo: 5_000 },
        { number: '2050', side: 'credit', role: 'tax', kobo: 5_000 },
      ]);
    });

    it('charges the fee tiers of the institution', async () => {
      await outward.configure({ TRANSFER_FEE_TIERS: '[{"upTo":100,"fee":0},{"upTo":null,"fee":7.5}]' });
      expect(await sent({ amount: 100 })).toMatchObject({ fee: 0, vat: 0 });
      expect(await sent({ amount: 100.01 })).toMatchObject({ fee: 7.5, vat: 0.56 });
      const token = await outward.app.staff('administrator');
      const { status, body } = await outward.app.put(
        '/api/admin/v1/configuration/TRANSFER_FEE_TIERS',
        { value: '[{"upTo":100,"fee":5}]' },
        { token },
      );
      expect([status, body.data.statusCode]).toEqual([422, 'CONFIGURATION_VALUE_REFUSED']);
    });

    it('charges no fee without a ledger for it, and no tax that is disabled', async () => {
      await outward.configure({ TRANSFER_FEE_INCOME_LEDGER_CODE: null, TRANSFER_STAMP_DUTY_ENABLED: 'false' });
      expect(await sent({ amount: 20_000 })).toMatchObject({ fee: 0, vat: 0, stampDuty: 0, totalDebited: 20_000 });
      await outward.configure({ TRANSFER_FEE_INCOME_LEDGER_CODE: '4010', TRANSFER_VAT_ENABLED: 'false' });
      expect(await sent({ amount: 20_000 })).toMatchObject({ fee: 25, vat: 0 });
      await outward.configure({ TRANSFER_VAT_ENABLED: null, VAT_LEDGER_CODE: null });
      expect(await sent({ amount: 20_000 })).toMatchObject({ fee: 25, vat: 0 });
    });

    it('charges and sends nothing when an enabled tax has no ledger', async () => {
      await outward.configure({ TRANSFER_VAT_ENABLED: 'true', VAT_LEDGER_CODE: null });
      expect(await refusal(await bodyTo(nobody()))).toEqual([503, 'CHARGES_NOT_CONFIGURED']);
    });
  });

  it('credits a settlement ledger that API clients may not use', async () => {
    await outward.app.rows(`UPDATE ledger_account SET allow_api = false WHERE number = '1030'`);
    expect((await sent()).processingStatus).toBe('Processed');
    expect(
      (
        await outward.app.post('/api/transfer/v1/localfundtransfer', {
          debitAccount: account,
          creditAccount: '1030',
          amount: 1,
        })
      ).body.data.statusCode,
    ).toBe('LEDGER_NOT_ALLOWED');
    await outward.app.rows(`UPDATE ledger_account SET allow_api = true WHERE number = '1030'`);
  });

  it('sends the provider the stored names and keeps the documented metadata', async () => {
    const body = await bodyTo(nobody(), {
      originatorAccountName: 'President of the Republic',
      beneficiaryAccountName: undefined,
    });
    const name = (await outward.enquire(String(body.beneficiaryAccountNumber))).body.data.accountName as string;
    const { data } = (
      await outward.send({ ...body, beneficiaryAccountName: ` ${name.toLowerCase().replace(' ', ',  ')}.` })
    ).body;
    const reference = String(body.transactionReference);
    expect(data.sessionID).toMatch(/^059999\d{24}$/);
    expect(outward.record(reference)!.request).toMatchObject({
      sessionId: data.sessionID,
      reference,
      nameEnquiryRef: body.nameEnquiryRef,
      destinationInstitutionCode: BANK,
      beneficiaryAccountName: name,
      originatorAccountName: 'Test Person',
      originatorAccountNumber: account,
      amount: 100,
      narration: 'Rent of flat 4',
      beneficiaryBankVerificationNumber: expect.stringMatching(/^222\d{8}$/),
      beneficiaryKycLevel: 3,
    });
    expect(await outward.metadata(reference)).toEqual({
      channel: 'transfer',
      provider: 'providerh',
      transfer_type: 'outward',
      bank_code_to: BANK,
      bank_to: 'GTBANK PLC',
      account_name_to: name,
      account_number_to: body.beneficiaryAccountNumber,
      account_name_from: 'Test Person',
      account_number_from: account,
      originator_bvn: null,
      beneficiary_bvn: expect.stringMatching(/^\*{7}\d{4}$/),
      transaction_reference: reference,
      name_enquiry_ref: body.nameEnquiryRef,
      session_id: data.sessionID,
      processing_status: 'Processed',
      narration_originator: 'Rent',
      narration_beneficiary: 'Rent of flat 4',
    });
  });

  it('names the institution by its code at the switch', async () => {
    await outward.configure({ TRANSFER_INSTITUTION_CODE: '090110' });
    expect((await sent()).sessionID).toMatch(/^090110\d{24}$/);
    await outward.configure({ TRANSFER_INSTITUTION_CODE: null });
  });

  it("applies the account's limits and gives the use back with the money", async () => {
    expect((await outward.app.put(LIMITS, { accountNumber: account, userDailyTransactionLimit: 150 })).status).toBe(
      200,
    );
    const used = async (): Promise<number> =>
      (await outward.app.get('/api/limit/v1/getaccountlimit', { AccountNumber: account })).body.data
        .usedToday as number;
    expect((await outward.send(await bodyTo('9900000001'))).body.data.processingStatus).toBe('Reversed');
    expect(await used()).toBe(0);
    await sent();
    expect(await used()).toBe(100);
    expect(await refusal(await bodyTo(nobody()))).toEqual([422, 'LIMIT_EXCEEDED']);
  });

  it('applies the configured instant-transfer limit after AML', async () => {
    await outward.configure({ TRANSFER_LIMIT_INDIVIDUAL: '500', TRANSFER_LIMIT_CORPORATE: '1000' });
    expect((await sent({ amount: 500 })).processingStatus).toBe('Processed');
    const over = await outward.send(await bodyTo(nobody(), { amount: 500.01 }));
    expect([over.status, over.body.data]).toMatchObject([
      422,
      { statusCode: 'LIMIT_EXCEEDED', limitName: 'instant transfer', limit: 500, asked: 500.01 },
    ]);
    const held = await outward.send(await bodyTo(nobody(), { amount: 1_000_000 }));
    expect([held.status, held.body.data.statusCode]).toEqual([202, 'AML_HOLD']);
    const company = (
      await outward.app.rows<{ number: string }>(`SELECT number FROM ledger_account WHERE customer_type = 'Corporate'`)
    )[0]!.number;
    expect((await outward.send(await outward.bodyTo(nobody(), company, { amount: 1_000 }))).status).toBe(200);
    expect(
      (await outward.send(await outward.bodyTo(nobody(), company, { amount: 1_000.01 }))).body.data.statusCode,
    ).toBe('LIMIT_EXCEEDED');
    await outward.configure({ TRANSFER_LIMIT_INDIVIDUAL: null, TRANSFER_LIMIT_CORPORATE: null });
  });

  describe('repeated requests', () => {
    it('send once when twenty identical requests arrive at once', async () => {
      const body = await bodyTo(nobody());
      const reference = freshReference();
      const answers = await Promise.all(Array.from({ length: 20 }, () => outward.send(body, reference)));
      expect(
        answers.every(
          ({ status, body: { data } }) =>
            status === 200 || (status === 409 && data.statusCode === 'REQUEST_IN_PROGRESS'),
        ),
      ).toBe(true);
      await eventually(async () => expect(await outward.status(String(body.transactionReference))).toBe('Processed'));
      expect(outward.record(String(body.transactionReference))!.timesSent).toBe(1);
      expect(await outward.app.balance(account)).toBe(MONEY - 110.75);
    });

    it('send once when twenty requests with one transaction reference arrive at once', async () => {
      const body = await bodyTo(nobody());
      const answers = await Promise.all(Array.from({ length: 20 }, () => outward.send(body)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body: { data } }) => data.statusCode === 'DUPLICATE_REFERENCE')).toHaveLength(19);
      expect(outward.record(String(body.transactionReference))!.timesSent).toBe(1);
      expect(await outward.app.balance(account)).toBe(MONEY - 110.75);
    });

    it('answer the present state of the transfer', async () => {
      const body = await bodyTo('9900000008');
      const reference = freshReference();
      expect((await outward.send(body, reference)).body.data.processingStatus).toBe('PendingTSQ');
      await eventually(async () => expect(await outward.status(String(body.transactionReference))).toBe('Processed'));
      const again = await outward.send(body, reference);
      expect([again.status, again.headers['idempotent-replayed'], again.body.data.processingStatus]).toEqual([
        200,
        'true',
        'Processed',
      ]);
      expect(outward.record(String(body.transactionReference))!.timesSent).toBe(1);
    });

    it('answer that the transfer was reversed', async () => {
      const body = await bodyTo('9900000001');
      const reference = freshReference();
      const [first, again] = [await outward.send(body, reference), await outward.send(body, reference)];
      expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([422, 'true', first.body]);
      expect(first.body.data).toMatchObject({
        statusCode: 'TRANSFER_REVERSED',
        processingStatus: 'Reversed',
        isReversed: true,
        responseCode: '57',
      });
    });

    it('are refused with another body', async () => {
      const body = await bodyTo(nobody());
      const reference = freshReference();
      await outward.send(body, reference);
      expect(await refusal({ ...body, amount: 101 }, reference)).toEqual([409, 'DUPLICATE_REFERENCE']);
    });
  });

  it('returns the money at once when nothing could be sent', async () => {
    const body = await bodyTo(nobody());
    await outward.app.moveProvider('TRANSFER_BASE_URL', 'http://127.0.0.1:9');
    const { status, body: answer } = await outward.send(body);
    expect([status, answer.data.processingStatus, answer.data.responseCode]).toEqual([422, 'Reversed', 'NOT_SENT']);
    expect(await outward.app.balance(account)).toBe(MONEY);
    await outward.app.moveProvider('TRANSFER_BASE_URL', outward.providers.url);
  });

  it('keeps an account open while the outcome of a transfer is open', async () => {
    await outward.configure({ TRANSFER_FEE_INCOME_LEDGER_CODE: null, TRANSFER_STAMP_DUTY_ENABLED: 'false' });
    const body = await bodyTo('9900000012', { amount: MONEY });
    expect((await outward.send(body)).body.data.processingStatus).toBe('PendingTSQ');
    const close = await outward.app.post('/api/postings/v1/closeaccount', {
      accountNumber: account,
      closureReason: 'Moved away',
    });
    expect([close.status, close.body.message]).toEqual([
      422,
      expect.stringContaining(String(body.transactionReference)),
    ]);
    await outward.configure({ TRANSFER_FEE_INCOME_LEDGER_CODE: '4010', TRANSFER_STAMP_DUTY_ENABLED: null });
  });
});
