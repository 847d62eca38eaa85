import type { Response } from 'supertest';
import { changeOf } from '../../src/common/audit/change-of';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import { LOAN_STATUSES, type LoanStatus } from '../../src/loans/contract/loan-status';
import { addSecondInstitution } from '../auth/second-institution';
import { storeGroup, storeLoan } from '../loans/stored-loans';
import { codeOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { Partner, SECRET_KEY } from './partner';

const SECRET_OF_TWO = 'the-webhook-secret-of-the-second-institution';

describe('notices of the recovery partner', () => {
  let app: TestApp;
  let partner: Partner;
  let accountNumber: string;
  let codeOfTwo: string;

  const loanOf = async (
    status: LoanStatus,
    more: Parameters<typeof storeLoan>[2] = {},
  ): Promise<{ id: number; loanAccountNumber: string }> =>
    storeLoan(app, accountNumber, { ...more, loan: { status, ...more.loan } });
  /** The same call with the secret of another institution. */
  const fromTwo = (path: string, body: object): Promise<Response> =>
    partner.post(path, { institutionCode: codeOfTwo, ...body }, { institutionId: 2, secret: SECRET_OF_TWO });
  const messages = (): Promise<object[]> =>
    app.rows('SELECT channel, recipient, body, account_number, requested_by FROM message ORDER BY id');

  beforeAll(async () => {
    app = await TestApp.start({ SANDBOX: 'true' });
    partner = new Partner(app);
    accountNumber = await app.openAccount();
    await addSecondInstitution(app);
    codeOfTwo = (await app.rows<{ code: string }>('SELECT code FROM institution WHERE institution_id = 2'))[0]!.code;
    const settings = app.app.get(InstitutionSettings, { strict: false });
    await app.app.get(UnitOfWork).run(2, (tx) => settings.set(tx, 2, SECRET_KEY, SECRET_OF_TWO, 'test'));
    settings.forget(2);
  });
  afterAll(() => app.close());

  describe('SmsAlert', () => {
    it('queues an SMS to the given number and lists it with the linked account', async () => {
      const { loanAccountNumber } = await loanOf('Active');
      const { status, body } = await partner.post('SmsAlert', {
        loanReference: loanAccountNumber,
        phoneNumber: '0803 123 4567',
        message: 'Pay ₦100 today.',
        somethingNew: { more: 1 },
      });
      expect([status, body.data]).toEqual([
        200,
        { loanReference: loanAccountNumber, messageID: expect.any(Number), status: 'Queued' },
      ]);
      expect(await messages()).toMatchObject([
        {
          channel: 'sms',
          recipient: '+2348031234567',
          body: 'Pay ₦100 today.',
          account_number: accountNumber,
          requested_by: 'webhook:recoverypartner',
        },
      ]);
    });

    it('queues once under a request-reference, and again without one', async () => {
      const { loanAccountNumber } = await loanOf('Active');
      const body = { loanReference: loanAccountNumber, phoneNumber: '08031234568', message: 'Once' };
      const before = (await messages()).length;
      const headers = { 'request-reference': freshReference('SMS') };
      const [first, second] = [
        await partner.post('SmsAlert', body, { headers }),
        await partner.post('SmsAlert', body, { headers }),
      ];
      expect([second.status, second.body, (await messages()).length]).toEqual([200, first.body, before + 1]);
      expect(codeOf(await partner.post('SmsAlert', { ...body, message: 'Other' }, { headers }))).toEqual([
        409,
        'DUPLICATE_REFERENCE',
      ]);
      await partner.post('SmsAlert', body);
      await partner.post('SmsAlert', body);
      expect((await messages()).length).toBe(before + 3);
    });

    it.each<[string, object, unknown[]]>([
      ['no telephone number', { phoneNumber: undefined }, [400, 'VALIDATION_FAILED']],
      ['a number that is none', { phoneNumber: 'call me' }, [400, 'VALIDATION_FAILED']],
      ['a blank message', { message: ' ' }, [400, 'VALIDATION_FAILED']],
      ['a message too long', { message: 'x'.repeat(919) }, [400, 'VALIDATION_FAILED']],
      ['no loan', { loanReference: '' }, [400, 'VALIDATION_FAILED']],
      ['no institution code', { institutionCode: undefined }, [400, 'VALIDATION_FAILED']],
      ['another institution code', { institutionCode: '058' }, [422, 'INSTITUTION_CODE_MISMATCH']],
      ['an unknown loan', { loanReference: '0000000000' }, [404, 'LOAN_NOT_FOUND']],
    ])('refuses %s', async (_, change, expected) => {
      const { loanAccountNumber } = await loanOf('Active');
      const before = await messages();
      expect(
        codeOf(
          await partner.post('SmsAlert', {
            loanReference: loanAccountNumber,
            phoneNumber: '08031234567',
            message: 'Hello',
            ...change,
          }),
        ),
      ).toEqual(expected);
      expect(await messages()).toEqual(before);
    });

    it('answers 404 for a loan of another institution', async () => {
      const { loanAccountNumber } = await loanOf('Active');
      const foreign = await fromTwo('SmsAlert', {
        loanReference: loanAccountNumber,
        phoneNumber: '08031234567',
        message: 'Hello',
      });
      const random = await fromTwo('SmsAlert', {
        loanReference: '9999999999',
        phoneNumber: '08031234567',
        message: 'Hello',
      });
      expect([codeOf(foreign), foreign.text]).toEqual([
        [404, 'LOAN_NOT_FOUND'],
        random.text.replace('9999999999', loanAccountNumber),
      ]);
    });
  });

  describe('MandateCreation', () => {
    const stored = async (id: number): Promise<object> =>
      (await app.rows<object>('SELECT status, mandate_status FROM loan WHERE id = $1', [id]))[0]!;
    const refused: LoanStatus[] = ['PendingApproval', 'Approved', 'Rejected', 'Closed', 'Canceled'];
    const becomes = (status: LoanStatus): LoanStatus =>
      status === 'Delinquent' || status === 'Matured' ? 'InRecovery' : status;

    it.each(LOAN_STATUSES.filter((status) => !refused.includes(status)))(
      'activates the mandate of a loan that is %s, also when repeated',
      async (status) => {
        const { id, loanAccountNumber } = await loanOf(status);
        const call = (): Promise<Response> =>
          partner.post('MandateCreation', { loanReference: loanAccountNumber, bank: 'ignored' });
        const first = await call();
        expect([first.status, first.body.data]).toEqual([
          200,
          { loanReference: loanAccountNumber, mandateStatus: 'Active', loanStatus: becomes(status) },
        ]);
        expect((await call()).body).toEqual(first.body);
        expect(await stored(id)).toEqual({ status: becomes(status), mandate_status: 'Active' });
        expect(
          await app.rows(`SELECT actor, details FROM audit_log WHERE action = 'loan.mandate' AND subject = $1`, [
            `loan:${loanAccountNumber}`,
          ]),
        ).toEqual([{ actor: 'webhook:recoverypartner', details: changeOf({ status }, { status: becomes(status) }) }]);
      },
    );

    it.each(refused)('refuses a loan that is %s', async (status) => {
      const { id, loanAccountNumber } = await loanOf(status);
      expect(codeOf(await partner.post('MandateCreation', { loanReference: loanAccountNumber }))).toEqual([
        409,
        'LOAN_STATUS_REFUSED',
      ]);
      expect(await stored(id)).toEqual({ status, mandate_status: 'None' });
    });

    it('changes the status of the group, too', async () => {
      const groupLoanId = await storeGroup(app, { status: 'Delinquent' });
      const { loanAccountNumber } = await loanOf('Delinquent', { loan: { groupLoanId } });
      await loanOf('Active', { loan: { groupLoanId } });
      await partner.post('MandateCreation', { loanReference: loanAccountNumber });
      expect(await app.rows('SELECT status FROM group_loan WHERE id = $1', [groupLoanId])).toEqual([
        { status: 'InRecovery' },
      ]);
    });

    it('changes the loan once under simultaneous notices', async () => {
      const { loanAccountNumber } = await loanOf('Matured');
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => partner.post('MandateCreation', { loanReference: loanAccountNumber })),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(
        await app.rows(`SELECT count(*)::int AS told FROM audit_log WHERE action = 'loan.mandate' AND subject = $1`, [
          `loan:${loanAccountNumber}`,
        ]),
      ).toEqual([{ told: 1 }]);
    });

    it('refuses the code of another institution and answers 404 for its loans', async () => {
      const { id, loanAccountNumber } = await loanOf('Delinquent');
      expect(
        codeOf(await partner.post('MandateCreation', { loanReference: loanAccountNumber, institutionCode: codeOfTwo })),
      ).toEqual([422, 'INSTITUTION_CODE_MISMATCH']);
      expect(codeOf(await fromTwo('MandateCreation', { loanReference: loanAccountNumber }))).toEqual([
        404,
        'LOAN_NOT_FOUND',
      ]);
      expect(await stored(id)).toEqual({ status: 'Delinquent', mandate_status: 'None' });
    });
  });

  describe('LoanDueAmount', () => {
    const ask = async (loanReference: string): Promise<Record<string, unknown>> =>
      (await partner.get(`LoanDueAmount/${loanReference}`)).body.data;
    const setDate = (date: string): Promise<unknown> =>
      app.rows('UPDATE institution SET business_date = $1 WHERE institution_id = 1', [date]);
    const ROWS = [
      {
        dueDate: '2026-02-10',
        principalDueKobo: 100_00n,
        interestDueKobo: 20_00n,
        feeDueKobo: 5_00n,
        defaultDueKobo: 1_50n,
        penaltyDueKobo: 3_00n,
        principalPaidKobo: 40_00n,
        penaltyPaidKobo: 1_00n,
      },
      { dueDate: '2026-03-10', principalDueKobo: 100_00n, interestDueKobo: 10_00n },
      { dueDate: '2026-04-10', principalDueKobo: 100_00n, interestDueKobo: 5_00n },
    ];
    const NO_CHARGES = { arrearsInterestRate: '0' };
    let today: string;
    beforeAll(
      async () =>
        (today = (
          await app.rows<{ date: string }>(
            'SELECT business_date::text AS date FROM institution WHERE institution_id = 1',
          )
        )[0]!.date),
    );
    afterEach(() => setDate(today));

    it('adds the unpaid parts of the instalments due up to the business date', async () => {
      const { loanAccountNumber } = await loanOf('Delinquent', { instalments: ROWS, contract: NO_CHARGES });
      const first = 88.5;
      for (const [date, amountDue] of [
        ['2026-02-09', 0],
        ['2026-02-10', first],
        ['2026-03-09', first],
        ['2026-03-10', first + 110],
        ['2026-12-31', first + 110 + 105],
      ] as const) {
        await setDate(date);
        expect(await ask(loanAccountNumber)).toEqual({ loanReference: loanAccountNumber, amountDue, asOf: date });
      }
    });

    it('adds default interest and penalties that the end of day has not charged yet', async () => {
      const { loanAccountNumber } = await loanOf('Delinquent', {
        instalments: [{ dueDate: '2026-03-10', principalDueKobo: 36_500_00n }],
        contract: {
          arrearsInterestRate: '10',
          failedRepaymentGracePeriod: 0,
          penaltyKind: 'Flat',
          penaltyAmountKobo: 500_00n,
          penaltyGraceDays: 3,
        },
      });
      // The end of day charges the last night; before it, each night costs ten naira.
      for (const [date, amountDue] of [
        ['2026-03-10', 36_500],
        ['2026-03-11', 36_500],
        ['2026-03-12', 36_510],
        ['2026-03-14', 36_530],
        ['2026-03-15', 37_040],
      ] as const) {
        await setDate(date);
        expect([date, (await ask(loanAccountNumber)).amountDue]).toEqual([date, amountDue]);
      }
    });

    it('is the unrecovered amount of a written-off loan, and 0 for a loan that is not running', async () => {
      await setDate('2026-12-31');
      const { loanAccountNumber } = await loanOf('WrittenOff', { instalments: ROWS, loan: { writtenOffKobo: 12_34n } });
      expect((await ask(loanAccountNumber)).amountDue).toBe(12.34);
      for (const status of ['PendingApproval', 'Approved', 'Rejected', 'Closed', 'Canceled'] as const)
        expect((await ask((await loanOf(status, { instalments: ROWS })).loanAccountNumber)).amountDue).toBe(0);
      for (const status of ['Active', 'Matured', 'InRecovery', 'Restructured'] as const)
        expect(
          (await ask((await loanOf(status, { instalments: ROWS, contract: NO_CHARGES })).loanAccountNumber)).amountDue,
        ).toBe(303.5);
    });

    it('answers 404 for unknown loans', async () => {
      const { loanAccountNumber } = await loanOf('Active');
      expect(codeOf(await partner.get('LoanDueAmount/0000000000'))).toEqual([404, 'LOAN_NOT_FOUND']);
      expect(codeOf(await partner.get(`LoanDueAmount/${accountNumber}`))).toEqual([404, 'LOAN_NOT_FOUND']);
      expect(codeOf(await partner.get(`LoanDueAmount/${'9'.repeat(21)}`))).toEqual([400, 'VALIDATION_FAILED']);
      expect(
        codeOf(await partner.get(`LoanDueAmount/${loanAccountNumber}`, { institutionId: 2, secret: SECRET_OF_TWO })),
      ).toEqual([404, 'LOAN_NOT_FOUND']);
    });
  });
});
