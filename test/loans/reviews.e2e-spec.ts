import type { Response } from 'supertest';
import { Keyring } from '../../src/common/crypto/keyring';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox';
import { connectProviders, sandboxGatewayKey } from '../../src/seed/sandbox-providers';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf } from '../support/answers';
import { TestApp } from '../support/app';
import { storeGroup, storeLoan } from './stored-loans';

const BASE = '/api/loanaccount/v1';
const MARKERS = {
  lastName: 'Markersurname',
  firstName: 'Markerfirst',
  otherNames: 'Markerother',
  accountName: 'Markeraccount',
  phoneNumber: '08039998877',
  email: 'markermail@example.com',
  address: '5 Markerstreet, Lagos',
  nin: '98765432109',
  homeTown: 'Markertown',
  identificationNumber: 'MARKERPASSPORT',
  dateOfBirth: '1991-07-23',
  nextOfKinName: 'Markerkin',
};

interface Person {
  accountNumber: string;
  bvn: string | undefined;
}

describe('loan reviews', () => {
  let app: TestApp;
  let simulator: RunningSandbox;
  let people = 0;

  /** A new customer with a BVN, or without one. */
  const person = async (
    bvn: string | null = `2230000${String(++people).padStart(4, '0')}`,
    details: Record<string, string> = {},
  ): Promise<Person> => {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const body = {
      lastName: 'Test',
      firstName: 'Person',
      accountName: 'Test Person',
      branchCode,
      productCode,
      accountOfficerStaffID,
      ...(bvn === null ? {} : { bvn }),
      ...details,
    };
    const { body: answer, text } = await app.post('/api/account/v1/createcustomeraccount', body);
    if (!answer.data?.accountNumber) throw new Error(text);
    return { accountNumber: answer.data.accountNumber, bvn: bvn ?? undefined };
  };
  const ask = (route: string, query: Record<string, string | number>, token?: string): Promise<Response> =>
    app.get(`${BASE}/${route}`, query, token === undefined ? {} : { token });
  const set = (key: string, value: string | null): Promise<void> => app.configure({ [key]: value });
  const kept = (subjectId: number): Promise<Record<string, unknown>[]> =>
    app.rows(
      'SELECT analysis_type, snapshot, credit_bureau, review, requested_by, generated_at FROM loan_review WHERE subject_id = $1 ORDER BY id',
      [subjectId],
    );
  const asked = (kind: string): Record<string, unknown>[] =>
    simulator.ledger.inquiries.filter((inquiry) => inquiry.kind === kind).map(({ request }) => request);

  beforeAll(async () => {
    app = await TestApp.start({ GATEWAY_TIMEOUT_MS: '1000' });
    const gatewayKey = sandboxGatewayKey(app.app.get(Keyring));
    simulator = await startSandbox({ port: 0, gatewayKey });
    await connectProviders(app.app, simulator.url);
  });
  beforeEach(() => simulator.ledger.reset());
  afterAll(async () => {
    await app.close();
    await simulator.close();
  });

  it("returns the bureau's report with a snapshot of the loan", async () => {
    const { accountNumber, bvn } = await person();
    const { id, loanAccountNumber } = await storeLoan(app, accountNumber, {
      loan: {
        status: 'Delinquent',
        disbursedKobo: 50_000_000n,
        outstandingPrincipalKobo: 40_000_050n,
        outstandingInterestKobo: 100n,
        overdueKobo: 4_500_000n,
        overdueSince: '2026-02-05',
        classification: 'Substandard',
      },
      contract: {
        securityDepositKobo: 500_000n,
        particulars: {
          lendingModel: 4,
          collateralPledge: true,
          collateralType: 1,
          collateralValuation: 900_000.5,
          collateralDescription: 'A van',
        },
      },
      instalments: [
        { dueDate: '2026-02-05', paidDate: '2026-02-05' },
        { dueDate: '2026-03-05' },
        { dueDate: '2026-04-05', paidDate: '2026-03-01' },
        { dueDate: '2999-01-01' },
      ],
    });
    await storeLoan(app, accountNumber, {
      loan: { status: 'Active', outstandingPrincipalKobo: 5_000_000n, overdueKobo: 100n, overdueSince: '2026-03-01' },
    });
    await storeLoan(app, accountNumber, { loan: { status: 'Closed', outstandingPrincipalKobo: 7n } });
    const { status, body } = await ask('loancreditbureau', { loanAccountNumber });
    expect([status, body.status, Object.keys(body.data)]).toEqual([
      200,
      true,
      ['analysisType', 'generatedAtUtc', 'loanSnapshot', 'creditBureau'],
    ]);
    expect(body.data).toEqual({
      analysisType: 'LoanCreditBureauAnalysis',
      generatedAtUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      loanSnapshot: {
        id,
        loanAccountNumber,
        customerID: expect.stringMatching(/^\d{8}$/),
        linkedNumber: accountNumber,
        productCode: 'LN001',
        loanStatus: 'Delinquent',
        principalAmount: 500_000,
        interestRate: 24,
        rateBasis: 0,
        interestComputationModel: 2,
        tenure: 12,
        principalRepaymentFrequency: 2,
        numberOfRepayments: 12,
        startDate: '2026-01-05',
        disbursementDate: null,
        maturityDate: null,
        instalments: 4,
        instalmentsPaid: 2,
        instalmentsOverdue: 1,
        outstandingPrincipal: 400_000.5,
        outstandingInterest: 1,
        outstandingFees: 0,
        outstandingDefault: 0,
        outstandingPenalty: 0,
        totalOutstanding: 400_001.5,
        amountOverdue: 45_000,
        daysPastDue: expect.any(Number),
        classification: 'Substandard',
        lendingModel: 4,
        requiredSecurityDepositAmount: 5_000,
        collateralType: 1,
        collateralValuation: 900_000.5,
        otherLoans: { count: 1, totalOutstanding: 50_000, amountOverdue: 1, daysPastDue: expect.any(Number) },
      },
      creditBureau: {
        recordFound: true,
        reportReference: expect.stringMatching(/^CRB-/),
        score: expect.any(Number),
        riskGrade: expect.stringMatching(/^(Low|Medium|High)$/),
        openLoans: expect.any(Number),
        overdueLoans: expect.any(Number),
        totalOutstanding: expect.any(Number),
        worstDaysPastDue: expect.any(Number),
      },
    });
    expect(body.data.loanSnapshot.daysPastDue).toBeGreaterThan(body.data.loanSnapshot.otherLoans.daysPastDue);
    expect([asked('credit-report'), asked('completion')]).toEqual([[{ bvn, purpose: 'Loan review' }], []]);
    expect(await kept(id)).toEqual([
      {
        analysis_type: 'LoanCreditBureauAnalysis',
        snapshot: body.data.loanSnapshot,
        credit_bureau: body.data.creditBureau,
        review: null,
        requested_by: 'api-client:sandbox-client',
        generated_at: new Date(body.data.generatedAtUtc),
      },
    ]);
  });

  it('adds the review of a language model', async () => {
    const { accountNumber } = await person();
    const { id, loanAccountNumber } = await storeLoan(app, accountNumber);
    const { status, body } = await ask('loanaireview', { loanAccountNumber });
    expect([status, Object.keys(body.data)]).toEqual([
      200,
      ['analysisType', 'generatedAtUtc', 'subjectSnapshot', 'creditBureau', 'review'],
    ]);
    expect(body.data).toMatchObject({
      analysisType: 'LoanAiCreditReviewAnalysis',
      subjectSnapshot: { id, loanStatus: 'Approved' },
      creditBureau: { recordFound: true },
      review: expect.stringContaining('Simulated review'),
    });
    expect(await kept(id)).toMatchObject([
      {
        analysis_type: 'LoanAiCreditReviewAnalysis',
        snapshot: body.data.subjectSnapshot,
        credit_bureau: body.data.creditBureau,
        review: body.data.review,
      },
    ]);
    expect(asked('completion')).toMatchObject([
      { model: 'sandbox-reviewer', messages: [{ role: 'system' }, { role: 'user' }] },
    ]);
  });

  it('sends the model no personal data and stores none', async () => {
    const bvn = '22387654321';
    const { accountNumber } = await person(bvn, MARKERS);
    const { id, loanAccountNumber } = await storeLoan(app, accountNumber, {
      loan: {
        notes: 'MARKERNOTES',
        preferredPartnerReference: 'MARKERPARTNER',
        accountOfficerStaffID: 'MARKEROFFICER',
      },
      contract: {
        particulars: {
          lendingModel: 1,
          economicSector: 40300,
          oracleNumber: 'MARKERORACLE',
          collateralPledge: true,
          collateralType: 0,
          collateralValuation: 1,
          collateralDescription: 'MARKERHOUSE',
          loanGuarantors: [987_654_321],
        },
      },
    });
    const { body } = await ask('loanaireview', { loanAccountNumber });
    const sent = JSON.stringify(asked('completion'));
    const everything = JSON.stringify([body, await kept(id)]);
    const secrets = [bvn, '8039998877', ...Object.values(MARKERS)];
    for (const secret of secrets)
      for (const text of [sent, everything])
        expect([secret, text.toLowerCase().includes(secret.toLowerCase())]).toEqual([secret, false]);
    const { linkedNumber, customerID, productCode } = body.data.subjectSnapshot;
    for (const own of [
      /marker/i,
      '987654321',
      loanAccountNumber,
      linkedNumber,
      customerID,
      productCode,
      String(id),
      body.data.creditBureau.reportReference,
    ])
      expect(sent).not.toMatch(own);
    // Who is asked about is told the bureau, and nothing else of the person.
    expect(asked('credit-report')).toEqual([{ bvn, purpose: 'Loan review' }]);
  });

  it('never changes the loan, whatever its status, and creates a new review on each call', async () => {
    const { accountNumber } = await person();
    for (const status of ['PendingApproval', 'Rejected', 'Active', 'WrittenOff', 'Closed', 'Canceled'] as const) {
      const { id, loanAccountNumber } = await storeLoan(app, accountNumber, { loan: { status } });
      const rows = (): Promise<unknown[]> => app.rows('SELECT l.*, xmin::text FROM loan l WHERE id = $1', [id]);
      const before = await rows();
      expect([
        (await ask('loancreditbureau', { loanAccountNumber })).status,
        (await ask('loanaireview', { loanAccountNumber })).status,
      ]).toEqual([200, 200]);
      expect([await rows(), (await kept(id)).length]).toEqual([before, 2]);
    }
  });

  it('returns recordFound false when the bureau has no record', async () => {
    const { accountNumber } = await person('29900000001');
    const { loanAccountNumber } = await storeLoan(app, accountNumber);
    const nothing = {
      recordFound: false,
      reportReference: expect.any(String),
      score: null,
      riskGrade: null,
      openLoans: null,
      overdueLoans: null,
      totalOutstanding: null,
      worstDaysPastDue: null,
    };
    expect((await ask('loancreditbureau', { loanAccountNumber })).body.data.creditBureau).toEqual(nothing);
    expect((await ask('loanaireview', { loanAccountNumber })).body.data).toMatchObject({
      creditBureau: nothing,
      review: expect.any(String),
    });
  });

  it('identifies a company by its registration number', async () => {
    const rows = await app.rows<{ account_number: string; registration_number: string }>(
      `SELECT a.account_number, c.registration_number FROM deposit_account a JOIN customer c ON c.id = a.customer_id WHERE c.customer_type = 'Corporate'`,
    );
    const { loanAccountNumber } = await storeLoan(app, rows[0]!.account_number);
    expect((await ask('loancreditbureau', { loanAccountNumber })).body.data.creditBureau.recordFound).toBe(true);
    expect(asked('credit-report')).toEqual([
      { registrationNumber: rows[0]!.registration_number, purpose: 'Loan review' },
    ]);
  });

  it('calls no provider for a borrower without BVN or registration number', async () => {
    const { accountNumber } = await person(null);
    const { id, loanAccountNumber } = await storeLoan(app, accountNumber);
    const answer = await ask('loanaireview', { loanAccountNumber });
    expect([codeOf(answer), answer.body.data.loanAccountNumber, simulator.ledger.inquiries, await kept(id)]).toEqual([
      [422, 'BORROWER_NOT_IDENTIFIABLE'],
      loanAccountNumber,
      [],
      [],
    ]);
  });

  it.each<{ name: string; route: string; query: Record<string, string | number>; status: number; code: string }>([
    {
      name: 'an unknown loan',
      route: 'loancreditbureau',
      query: { loanAccountNumber: '0000000000' },
      status: 404,
      code: 'LOAN_NOT_FOUND',
    },
    {
      name: 'an unknown group',
      route: 'grouploanaireview',
      query: { groupLoanID: 999_999_999 },
      status: 404,
      code: 'GROUP_LOAN_NOT_FOUND',
    },
    { name: 'no loan', route: 'loanaireview', query: {}, status: 400, code: 'VALIDATION_FAILED' },
    {
      name: 'a blank loan',
      route: 'loanaireview',
      query: { loanAccountNumber: '' },
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'a group that is no number',
      route: 'grouploancreditbureau',
      query: { groupLoanID: '1x' },
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'group 0',
      route: 'grouploancreditbureau',
      query: { groupLoanID: 0 },
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'a loan for a group',
      route: 'grouploancreditbureau',
      query: { loanAccountNumber: '1' },
      status: 400,
      code: 'VALIDATION_FAILED',
    },
  ])('refuses $name', async ({ route, query, status, code }) => {
    expect(codeOf(await ask(route, query))).toEqual([status, code]);
  });

  it('refuses virtual accounts, and treats deposit accounts and loans of other institutions as unknown', async () => {
    const [virtual] = await app.rows<{ number: string }>(
      `SELECT number FROM account_number WHERE kind = 'virtual' LIMIT 1`,
    );
    const { accountNumber } = await person();
    const { loanAccountNumber } = await storeLoan(app, accountNumber);
    const groupLoanID = await storeGroup(app);
    await storeLoan(app, accountNumber, { loan: { groupLoanId: groupLoanID } });
    const second = await addSecondInstitution(app);
    const { body } = await app.post('/api/auth/v1/authenticate', second.client);
    const { accessToken } = body as { accessToken: string };
    for (const route of ['loancreditbureau', 'loanaireview']) {
      expect(codeOf(await ask(route, { loanAccountNumber: virtual!.number }))).toEqual([
        422,
        'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      ]);
      expect(codeOf(await ask(route, { loanAccountNumber: accountNumber }))).toEqual([404, 'LOAN_NOT_FOUND']);
      expect(codeOf(await ask(route, { loanAccountNumber }, accessToken))).toEqual([404, 'LOAN_NOT_FOUND']);
      expect(codeOf(await ask(`group${route}`, { groupLoanID }, accessToken))).toEqual([404, 'GROUP_LOAN_NOT_FOUND']);
      expect((await ask(route, { loanAccountNumber }, await app.staff('administrator'))).status).toBe(401);
    }
    expect(simulator.ledger.inquiries).toEqual([]);
  });

  it('is not available until both providers are configured', async () => {
    const { accountNumber } = await person();
    const { id, loanAccountNumber } = await storeLoan(app, accountNumber);
    const both = async (): Promise<unknown[]> => [
      codeOf(await ask('loancreditbureau', { loanAccountNumber })),
      codeOf(await ask('loanaireview', { loanAccountNumber })),
    ];
    const off = [503, 'INTEGRATION_NOT_ENABLED'];
    const on = [200, undefined];
    for (const [key, value, expected] of [
      ['CREDIT_BUREAU_ENABLED', 'false', [off, off]],
      ['CREDIT_BUREAU_AUTH_JSON', null, [off, off]],
      ['AI_REVIEW_ENABLED', 'false', [on, off]],
      ['AI_REVIEW_AUTHORIZATION', null, [on, off]],
      ['AI_REVIEW_MODEL', null, [on, off]],
    ] as const) {
      await set(key, value);
      expect([key, await both()]).toEqual([key, expected]);
      await set(
        key,
        {
          CREDIT_BUREAU_ENABLED: 'true',
          CREDIT_BUREAU_AUTH_JSON: '{"clientId":"x"}',
          AI_REVIEW_ENABLED: 'true',
          AI_REVIEW_AUTHORIZATION: 'Bearer sandbox',
          AI_REVIEW_MODEL: 'sandbox-reviewer',
        }[key],
      );
    }
    expect(await kept(id)).toHaveLength(3);
    expect(asked('completion')).toEqual([]);
    expect(await both()).toEqual([on, on]);
    // The secrets go with the address.
    await set('AI_REVIEW_BASE_URL', null);
    expect(await both()).toEqual([on, off]);
    await app.configure({
      AI_REVIEW_BASE_URL: simulator.url,
      AI_REVIEW_AUTHORIZATION: 'Bearer sandbox',
      AI_REVIEW_SHARED_GATEWAY_KEY: sandboxGatewayKey(app.app.get(Keyring)),
    });
    expect(await both()).toEqual([on, on]);
  });

  it('stores nothing when a provider of the simulator fails', async () => {
    for (const trigger of ['02', '04', '06', '07', '13', '14', '17']) {
      const { accountNumber } = await person(`299000000${trigger}`);
      const { id, loanAccountNumber } = await storeLoan(app, accountNumber);
      expect([trigger, codeOf(await ask('loancreditbureau', { loanAccountNumber })), await kept(id)]).toEqual([
        trigger,
        [502, 'CREDIT_BUREAU_FAILED'],
        [],
      ]);
    }
  });

  it.each(['model-9900000001', 'model-9900000097', 'model-9900000098', 'model-9900000003', 'model-9900000007'])(
    'has no review from the model %s',
    async (model) => {
      const { accountNumber } = await person();
      const { id, loanAccountNumber } = await storeLoan(app, accountNumber);
      await set('AI_REVIEW_MODEL', model);
      expect([codeOf(await ask('loanaireview', { loanAccountNumber })), await kept(id)]).toEqual([
        [502, 'AI_REVIEW_FAILED'],
        [],
      ]);
      await set('AI_REVIEW_MODEL', 'sandbox-reviewer');
    },
  );

  it('reviews every participant of a group, and the group as one', async () => {
    const groupLoanID = await storeGroup(app, { status: 'Active', name: 'MARKERGROUP' });
    const loans = [];
    for (let n = 0; n < 6; n += 1) {
      const { accountNumber, bvn } = await person();
      loans.push({
        bvn,
        ...(await storeLoan(app, accountNumber, {
          loan: {
            groupLoanId: groupLoanID,
            status: 'Active',
            principalKobo: 1_000_000n,
            outstandingPrincipalKobo: 900_000n,
            overdueKobo: 5_000n,
          },
        })),
      });
    }
    const bureau = await ask('grouploancreditbureau', { groupLoanID });
    expect([bureau.status, Object.keys(bureau.body.data)]).toEqual([
      200,
      ['analysisType', 'generatedAtUtc', 'groupLoanSnapshot', 'creditBureau'],
    ]);
    expect(bureau.body.data).toMatchObject({
      analysisType: 'GroupLoanCreditBureauAnalysis',
      groupLoanSnapshot: {
        id: groupLoanID,
        groupLoanStatus: 'Active',
        participantCount: 6,
        principalAmount: 60_000,
        totalOutstanding: 54_000,
        amountOverdue: 300,
      },
      creditBureau: {
        participants: loans.map(({ id, loanAccountNumber }) => ({
          id,
          loanAccountNumber,
          recordFound: true,
          score: expect.any(Number),
        })),
      },
    });
    expect(
      asked('credit-report')
        .map(({ bvn }) => bvn)
        .sort(),
    ).toEqual(loans.map(({ bvn }) => bvn).sort());
    const ai = await ask('grouploanaireview', { groupLoanID });
    expect([ai.status, Object.keys(ai.body.data)]).toEqual([
      200,
      ['analysisType', 'generatedAtUtc', 'subjectSnapshot', 'creditBureau', 'review'],
    ]);
    expect(ai.body.data).toMatchObject({
      analysisType: 'GroupLoanAiCreditReviewAnalysis',
      creditBureau: bureau.body.data.creditBureau,
      review: expect.any(String),
    });
    // The same report for the same person: the simulator's reports differ, so none was mixed up.
    expect(
      new Set(
        bureau.body.data.creditBureau.participants.map(
          ({ reportReference }: { reportReference: string }) => reportReference,
        ),
      ).size,
    ).toBe(6);
    const prompt = JSON.parse((asked('completion')[0] as { messages: { content: string }[] }).messages[1]!.content) as {
      participants: { creditBureau: { score: number } }[];
    };
    expect(prompt.participants.map(({ creditBureau }) => creditBureau.score)).toEqual(
      ai.body.data.creditBureau.participants.map(({ score }: { score: number }) => score),
    );
    expect(JSON.stringify(asked('completion'))).not.toMatch(/MARKER/);
    expect(await kept(groupLoanID)).toMatchObject([
      { analysis_type: 'GroupLoanCreditBureauAnalysis', snapshot: bureau.body.data.groupLoanSnapshot },
      { analysis_type: 'GroupLoanAiCreditReviewAnalysis', review: ai.body.data.review },
    ]);
  });

  it('calls no provider for a group in which one borrower cannot be identified', async () => {
    const groupLoanID = await storeGroup(app);
    await storeLoan(app, (await person()).accountNumber, { loan: { groupLoanId: groupLoanID } });
    const { loanAccountNumber } = await storeLoan(app, (await person(null)).accountNumber, {
      loan: { groupLoanId: groupLoanID },
    });
    const answer = await ask('grouploancreditbureau', { groupLoanID });
    expect([codeOf(answer), answer.body.data.loanAccountNumber]).toEqual([
      [422, 'BORROWER_NOT_IDENTIFIABLE'],
      loanAccountNumber,
    ]);
    // Whatever was on its way has arrived once a later question is answered.
    const { accountNumber, bvn } = await person();
    await ask('loancreditbureau', { loanAccountNumber: (await storeLoan(app, accountNumber)).loanAccountNumber });
    expect(asked('credit-report')).toEqual([{ bvn, purpose: 'Loan review' }]);
  });
});
