import {
  DEFAULT_RISK_MODEL,
  rateCustomer,
  RISK_FACTORS,
  type RiskFacts,
  type RiskModel,
  riskModelViolation,
} from './rate-customer';

const FACTS: RiskFacts = {
  customerType: 'Individual',
  state: 'Lagos',
  isForeign: false,
  occupation: 'Teacher',
  declaredMonthlyIncomeKobo: 20_000_000n,
  monthlyInflowKobo: 20_000_000n,
  hasCurrentAccount: false,
  isOpenedByClient: false,
  kycTier: 3,
  alerts12Months: 0,
  reports12Months: 0,
  nameHits: 0,
  publicPosition: null,
  missing: [],
  ageDays: 400,
};
const rate = (facts: Partial<RiskFacts>, model: Partial<RiskModel> = {}): ReturnType<typeof rateCustomer> =>
  rateCustomer({ ...DEFAULT_RISK_MODEL, ...model }, { ...FACTS, ...facts });

describe('rateCustomer', () => {
  it('an ordinary customer is of low risk, and the drivers add up to the score', () => {
    const { level, score, drivers } = rate({});
    expect(level).toBe('low');
    expect(Math.round(drivers.reduce((sum, { points }) => sum + points, 0))).toBe(score);
  });

  it.each<[string, Partial<RiskFacts>, string]>([
    ['geography', { isForeign: true }, 'abroad'],
    ['geography', { state: 'Borno' }, 'Borno'],
    ['occupation', { occupation: 'Owner of a bureau de change' }, 'bureau de change'],
    ['behaviour', { monthlyInflowKobo: 100_000_000n }, 'five times'],
    ['history', { alerts12Months: 3 }, '3 alerts'],
    ['history', { missing: ['bvn', 'address', 'birth date'] }, 'bvn'],
    ['customer-type', { customerType: 'Corporate' }, 'company'],
    ['channel', { isOpenedByClient: true }, 'API client'],
    ['product', { hasCurrentAccount: true }, 'current account'],
  ])('%s raises the score and says why', (factor, facts, words) => {
    const plain = rate({});
    const raised = rate(facts);
    expect(raised.score).toBeGreaterThan(plain.score);
    expect(raised.drivers.find((driver) => driver.factor === factor)!.text).toContain(words);
  });

  it.each<[string, Partial<RiskFacts>]>([
    ['public-position', { publicPosition: 'Senator' }],
    ['open-name-hit', { nameHits: 1 }],
    ['report-in-12-months', { reports12Months: 1 }],
  ])('%s makes the rating high whatever the score, unless the model leaves it out', (override, facts) => {
    expect(rate(facts)).toMatchObject({
      level: 'high',
      drivers: expect.arrayContaining([expect.objectContaining({ factor: override })]) as unknown,
    });
    expect(rate(facts, { overrides: [] }).level).toBe('low');
  });

  it('the bounds of the levels belong to the higher one', () => {
    const { score } = rate({});
    expect(rate({}, { mediumFrom: score, highFrom: score + 1 }).level).toBe('medium');
    expect(rate({}, { mediumFrom: score - 1, highFrom: score }).level).toBe('high');
    expect(rate({}, { mediumFrom: score + 1, highFrom: score + 2 }).level).toBe('low');
  });

  it('more risk in one factor never lowers the score', () => {
    for (const factor of RISK_FACTORS) {
      const others = { ...DEFAULT_RISK_MODEL.weights, [factor]: 0 };
      expect(rate({}, { weights: others }).score).toBeLessThanOrEqual(rate({}).score);
    }
  });
});

describe('riskModelViolation', () => {
  it('the default model can be used', () => expect(riskModelViolation(DEFAULT_RISK_MODEL)).toBeUndefined());
  it.each<[string, Partial<RiskModel>]>([
    ['add up to 100', { weights: { ...DEFAULT_RISK_MODEL.weights, history: 11 } }],
    ['weight from 0', { weights: { ...DEFAULT_RISK_MODEL.weights, history: -1 } }],
    ['mediumFrom < highFrom', { mediumFrom: 70 }],
    ['months of review', { reviewMonths: { low: 36, medium: 24, high: 0 } }],
  ])('a model is refused that does not meet: %s', (words, changed) => {
    expect(riskModelViolation({ ...DEFAULT_RISK_MODEL, ...changed })).toContain(words);
  });
});
