import type { Response } from 'supertest';
import { addDays } from '../../src/common/time/calendar';
import { DueRatings } from '../../src/risk-ratings/due-ratings';
import { RiskRatingStep } from '../../src/risk-ratings/risk-rating.step';
import type { RiskChangeView, RiskRatingView } from '../../src/risk-ratings/risk-ratings.dto';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';

const RATINGS = '/api/admin/v1/risk-ratings';
const RIGHTS = ['view-risk-ratings', 'override-risk-ratings', 'record-due-diligence'];

describe('Risk ratings of customers', () => {
  let app: TestApp;
  let officer: Hired;
  let checker: Hired;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'RSK001', RIGHTS);
    checker = await hire(app, 'RSK002', RIGHTS);
  });
  afterAll(() => app.close());

  async function customer(): Promise<{ account: string; customerID: string }> {
    const account = await app.openAccount();
    const [row] = await app.rows<{ number: string }>(
      `SELECT c.customer_number AS number FROM customer c JOIN deposit_account d ON d.customer_id = c.id
        WHERE d.account_number = $1`,
      [account],
    );
    return { account, customerID: row!.number };
  }
  const rateDue = (): Promise<number> => app.app.get(DueRatings, { strict: false }).rateDue(app.institutionId);
  const diligence = async (customerID: string, body: object): Promise<void> => {
    dataOf(await app.put(`/api/admin/v1/customers/${customerID}/due-diligence`, body, { token: officer.token }));
    await rateDue();
  };
  const get = (customerID: string): Promise<Response> =>
    app.get(`${RATINGS}/${customerID}`, {}, { token: officer.token });
  const rating = async (customerID: string): Promise<RiskRatingView> => dataOf<RiskRatingView>(await get(customerID));
  const changes = async (customerID: string): Promise<RiskChangeView[]> =>
    dataOf<{ data: RiskChangeView[] }>(
      await app.get(`${RATINGS}/${customerID}/changes`, { Direction: 'Asc' }, { token: officer.token }),
    ).data;
  const post = (customerID: string, step: string, body: object = {}, by = officer): Promise<Response> =>
    app.post(`${RATINGS}/${customerID}/${step}`, body, { token: by.token });
  const tierOf = async (account: string): Promise<number> =>
    (await app.rows<{ tier: number }>('SELECT kyc_tier AS tier FROM ledger_account WHERE number = $1', [account]))[0]!
      .tier;

  it('nobody is rated before the institution asks for it', async () => {
    const { customerID } = await customer();
    expect(await rateDue()).toBe(0);
    expect(codeOf(await get(customerID))).toStrictEqual([409, 'RISK_NOT_RATED']);
  });

  it('a customer is rated at opening and on change, and each change says why', async () => {
    await app.configure({ RISK_RATING_ENABLED: 'true' });
    const { customerID } = await customer();
    await rateDue();
    const first = await rating(customerID);
    expect(first.drivers.map(({ factor }) => factor)).toContain('occupation');
    await diligence(customerID, { publicPosition: 'Senator', occupation: 'Politician' });
    expect(await rating(customerID)).toMatchObject({ level: 'high' });
    expect((await changes(customerID)).map(({ fromLevel, toLevel, cause }) => [fromLevel, toLevel, cause])).toEqual([
      [null, first.level, 'opening'],
      [first.level, 'high', 'change'],
    ]);
    expect((await changes(customerID))[1]!.drivers[0]).toMatchObject({ factor: 'public-position' });
  });

  it('a declared income taken out of the record, by null or left out, is no longer known', async () => {
    const { customerID } = await customer();
    const income = async (): Promise<string | null> =>
      (
        await app.rows<{ kobo: string | null }>(
          `SELECT d.declared_monthly_income_kobo AS kobo FROM due_diligence d
             JOIN customer c ON c.institution_id = d.institution_id AND c.id = d.id WHERE c.customer_number = $1`,
          [customerID],
        )
      )[0]!.kobo;
    for (const without of [{ declaredMonthlyIncome: null }, {}]) {
      await diligence(customerID, { declaredMonthlyIncome: 450_000 });
      expect(await income()).toBe('45000000');
      await diligence(customerID, without);
      expect(await income()).toBeNull();
    }
  });

  it('the night rates everybody once a day', async () => {
    await app.configure({ RISK_RATING_ENABLED: 'true' });
    const [{ date, count }] = (await app.rows<{ date: string; count: number }>(
      `SELECT business_date::text AS date, (SELECT count(*)::int FROM customer) AS count FROM institution`,
    )) as [{ date: string; count: number }];
    await app.rows(`UPDATE risk_rating SET rated_at = now() - interval '3 days'`);
    const night = async (): Promise<number> => {
      let rated = 0;
      const day = { institutionId: app.institutionId, date, nextDate: addDays(date, 1) };
      await app.app.get(RiskRatingStep, { strict: false }).run(
        { ...day, nextDate: date },
        {
          advance: (rows) => Promise.resolve(void (rated += rows)),
          failed: ({ subject }) => Promise.reject(new Error(`${subject} failed.`)),
          signal: new AbortController().signal,
        },
      );
      return rated;
    };
    expect(await night()).toBe(count);
    expect(await night()).toBe(0);
  });

  it('another level holds when somebody else approves it, and ends after its last day', async () => {
    await app.configure({ RISK_RATING_ENABLED: 'true' });
    const { customerID } = await customer();
    await diligence(customerID, { occupation: 'Nurse' });
    const { level: before } = await rating(customerID);
    const firstCauses = (await changes(customerID)).map(({ cause }) => cause);
    const wanted = { level: 'high', reason: 'Adverse media', until: '2999-12-31' };
    expect(codeOf(await post(customerID, 'override', { ...wanted, until: '2020-01-01' }))).toStrictEqual([
      422,
      'RISK_UNTIL_PASSED',
    ]);
    const { reason: _, ...seen } = wanted;
    expect(codeOf(await post(customerID, 'override/approve', seen, checker))).toStrictEqual([
      409,
      'RISK_OVERRIDE_STATE',
    ]);
    dataOf(await post(customerID, 'override', wanted));
    expect(codeOf(await post(customerID, 'override/approve', seen))).toStrictEqual([422, 'RISK_FOUR_EYES']);
    expect(codeOf(await post(customerID, 'override/approve', { level: 'extreme' }, checker))).toStrictEqual([
      400,
      'VALIDATION_FAILED',
    ]);
    // The checker has seen a proposal that another one replaced.
    for (const other of [
      { ...seen, level: 'low' },
      { ...seen, until: '2998-12-31' },
    ])
      expect(codeOf(await post(customerID, 'override/approve', other, checker))).toStrictEqual([
        409,
        'RISK_OVERRIDE_STATE',
      ]);
    expect((await rating(customerID)).level).toBe(before);
    const answers = await Promise.all([1, 2].map(() => post(customerID, 'override/approve', seen, checker)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await diligence(customerID, { occupation: 'Teacher' });
    expect(await rating(customerID)).toMatchObject({
      level: 'high',
      modelLevel: before,
      overrideReason: 'Adverse media',
    });
    await app.rows(`UPDATE risk_rating SET override_until = '2020-01-01' WHERE override_until IS NOT NULL`);
    await diligence(customerID, { occupation: 'Head teacher' });
    expect(await rating(customerID)).toMatchObject({ level: before, overrideLevel: null });
    expect((await changes(customerID)).map(({ cause }) => cause)).toEqual([
      ...firstCauses,
      'override',
      'override-ended',
    ]);
  });

  it('a high risk limits accounts as tier 1 only where the institution asks for it, and gives the tier back', async () => {
    await app.configure({ RISK_RATING_ENABLED: 'true' });
    const { account, customerID } = await customer();
    await app.rows('UPDATE deposit_account SET kyc_tier = 3 WHERE account_number = $1', [account]);
    await app.rows('UPDATE ledger_account SET kyc_tier = 3 WHERE number = $1', [account]);
    await diligence(customerID, { publicPosition: 'Senator' });
    expect(await tierOf(account)).toBe(3);
    await app.configure({ RISK_HIGH_LOWERS_LIMITS: 'true' });
    await diligence(customerID, { publicPosition: 'Minister' });
    expect(await tierOf(account)).toBe(1);
    await diligence(customerID, { occupation: 'Teacher' });
    expect(await tierOf(account)).toBe(3);
    await diligence(customerID, { publicPosition: 'Minister' });
    await app.configure({ RISK_HIGH_LOWERS_LIMITS: 'false' });
    await diligence(customerID, { publicPosition: 'Governor' });
    expect(await tierOf(account)).toBe(3);
  });

  it('an update of the account does not give it the limits back that its rating took', async () => {
    await app.configure({ RISK_RATING_ENABLED: 'true', RISK_HIGH_LOWERS_LIMITS: 'true' });
    const { account, customerID } = await customer();
    const record = async (): Promise<{ id: number; kycTier: number }> =>
      dataOf(await app.get('/api/account/v1/getbyaccountnumber', { accountNumber: account }));
    const { id } = await record();
    const setTier = async (kycTier: number): Promise<void> => {
      dataOf(await app.put('/api/account/v1/updatecustomeraccount', { id, kycTier }));
    };
    await setTier(3);
    await diligence(customerID, { publicPosition: 'Senator' });
    expect(await tierOf(account)).toBe(1);
    await setTier(2);
    expect([await tierOf(account), (await record()).kycTier]).toEqual([1, 2]);
    await diligence(customerID, { occupation: 'Teacher' });
    expect(await tierOf(account)).toBe(2);
    await app.configure({ RISK_HIGH_LOWERS_LIMITS: 'false' });
  });

  describe('a customer of high risk whose accounts have the limits of tier 1', () => {
    let risky: { account: string; customerID: string };
    beforeAll(async () => {
      await app.configure({ RISK_RATING_ENABLED: 'true', RISK_HIGH_LOWERS_LIMITS: 'true' });
      risky = await customer();
      await rateDue();
      await setLevel('high');
    });
    afterAll(() => app.configure({ RISK_HIGH_LOWERS_LIMITS: 'false' }));

    const setLevel = async (level: 'low' | 'high'): Promise<void> => {
      dataOf(await post(risky.customerID, 'override', { level, reason: 'Adverse media', until: '2999-12-31' }));
      dataOf(await post(risky.customerID, 'override/approve', { level, until: '2999-12-31' }, checker));
    };
    const setTier = async (kycTier: number): Promise<void> => {
      const { id } = dataOf<{ id: number }>(
        await app.get('/api/account/v1/getbyaccountnumber', { AccountNumber: risky.account }),
      );
      dataOf(await app.put('/api/account/v1/updatecustomeraccount', { id, kycTier }));
    };
    const open = async (kycTier: number): Promise<string> =>
      dataOf<{ accountNumber: string }>(
        await app.post('/api/account/v1/createaccount', {
          customerID: risky.customerID,
          productCode: 'SAV001',
          branchCode: '001',
          accountOfficerStaffID: 'STF001',
          kycTier,
        }),
      ).accountNumber;

    it('gets no higher limits by an update from tier 1, at once or through a tier between', async () => {
      for (const tier of [3, 1, 2, 1, 3]) {
        await setTier(tier);
        expect([tier, await tierOf(risky.account)]).toEqual([tier, 1]);
      }
    });

    it('gets no higher limits by parallel updates while the rating is made again', async () => {
      await setTier(1);
      await Promise.all([setTier(3), diligence(risky.customerID, { occupation: 'Nurse' }), setTier(2), setTier(3)]);
      expect(await tierOf(risky.account)).toBe(1);
    });

    it('gets no higher limits by a further account, and the tier of both once the rating is not high', async () => {
      await setTier(3);
      const further = await open(3);
      expect([await tierOf(risky.account), await tierOf(further)]).toEqual([1, 1]);
      expect(dataOf(await app.get('/api/account/v1/getbyaccountnumber', { AccountNumber: further }))).toMatchObject({
        kycTier: 3,
      });
      await setLevel('low');
      expect([await tierOf(risky.account), await tierOf(further)]).toEqual([3, 3]);
      expect(await tierOf(await open(2))).toBe(2);
      await setLevel('high');
    });

    it('gets the limits of the tier where the institution does not lower them', async () => {
      await app.configure({ RISK_HIGH_LOWERS_LIMITS: 'false' });
      expect(await tierOf(await open(3))).toBe(3);
      await app.configure({ RISK_HIGH_LOWERS_LIMITS: 'true' });
    });
  });

  async function alerted(
    customerID: string,
    source: string,
    status: string,
    closeReason: string | null,
  ): Promise<void> {
    const facts = source === 'name-screening' ? '{"listCode": "a-list"}' : '{}';
    await app.rows(
      `INSERT INTO aml_alert (institution_id, id, customer_id, subject_type, source, source_id, public_name, score, reasons,
          facts, posting_ids, dedupe_key, status, close_reason, closed_at, created_at)
        SELECT institution_id, 900000 + 10 * id + n, id, 'customer', $4, 'a-list', 'Watch-list', 100, '[]', $5::jsonb, '{}',
          'risk-' || id || '-' || n, $2, $3::text, CASE WHEN $3::text IS NULL THEN NULL ELSE now() END, now()
          FROM customer, generate_series(1, 3) AS n WHERE customer_number = $1`,
      [customerID, status, closeReason, source, facts],
    );
  }

  it.each([
    ['new', null, 'high'],
    ['closed', 'monitored', 'high'],
    ['closed', 'false-positive', 'low'],
  ])('a hit on a list that is %s (%s) makes the level %s', async (status, closeReason, level) => {
    await app.configure({ RISK_RATING_ENABLED: 'true' });
    const { customerID } = await customer();
    await alerted(customerID, 'name-screening', status, closeReason);
    await diligence(customerID, { occupation: 'Nurse' });
    expect(await rating(customerID)).toMatchObject({ level });
  });

  it.each([
    ['new', null, true],
    ['closed', 'restricted', true],
    ['closed', 'false-positive', false],
    ['closed', 'rule-too-wide', false],
  ])('alerts of a scenario that are %s (%s) count in the history: %s', async (status, closeReason, count) => {
    await app.configure({ RISK_RATING_ENABLED: 'true' });
    const { customerID } = await customer();
    await alerted(customerID, 'scenario', status, closeReason);
    await diligence(customerID, { occupation: 'Nurse' });
    const { drivers } = await rating(customerID);
    expect(JSON.stringify(drivers).includes('had 3 alerts in 12 months')).toBe(count);
  });

  it('a model whose weights do not add up is refused', async () => {
    const token = await app.staff('administrator');
    const value = JSON.stringify({ weights: { geography: 99 } });
    const asked = await app.put('/api/admin/v1/configuration/RISK_MODEL', { value }, { token });
    expect(codeOf(asked)).toStrictEqual([422, 'CONFIGURATION_VALUE_REFUSED']);
  });

  it('ratings are shown to nobody without the permission', async () => {
    const { customerID } = await customer();
    const ordinary = await hire(app, 'RSK009', ['view-customers', 'view-aml']);
    expect((await app.get(`${RATINGS}/${customerID}`, {}, { token: ordinary.token })).status).toBe(403);
    expect((await app.get(`${RATINGS}/${customerID}`)).status).toBe(401);
  });
});
