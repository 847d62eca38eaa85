import { rateCustomer } from './rate-customer';
import { RISK_MODEL, riskModelOf, riskRatingsSettings } from './risk-ratings.settings';

describe('RISK_MODEL', () => {
  const { check } = riskRatingsSettings.find(({ key }) => key === RISK_MODEL)!;

  it.each([
    [{ highfrom: 80 }, 'highfrom'],
    [{ weights: { geografy: 15 } }, 'weights.geografy'],
    [{ reviewMonths: { hihg: 6 } }, 'reviewMonths.hihg'],
  ])('%j is refused, because a field that nobody knows would change nothing', (model, field) => {
    expect(check!(JSON.stringify(model))).toBe(`has an unknown field: ${field}`);
  });

  it.each([{ weights: 5 }, { weights: null }, { reviewMonths: [12] }])('%j is refused', (model) => {
    expect(check!(JSON.stringify(model))).toMatch(/is no object/);
  });

  it('names states and occupations in any case', () => {
    const model = riskModelOf(JSON.stringify({ riskStates: ['Kogi '], riskOccupations: ['Car Dealer'] }));
    const { drivers } = rateCustomer(model, {
      ...{ customerType: 'Individual', state: 'KOGI', isForeign: false, occupation: 'Car dealer in Lokoja' },
      ...{ declaredMonthlyIncomeKobo: null, monthlyInflowKobo: 0n, hasCurrentAccount: false, isOpenedByClient: false },
      ...{
        kycTier: 3,
        alerts12Months: 0,
        reports12Months: 0,
        nameHits: 0,
        publicPosition: null,
        missing: [],
        ageDays: 400,
      },
    });
    expect(drivers.map(({ factor, points }) => [factor, points])).toEqual(
      expect.arrayContaining([
        ['geography', 12],
        ['occupation', 15],
      ]),
    );
  });

  it('takes a model that leaves fields out', () => {
    expect(check!('{}')).toBeUndefined();
    expect(check!(JSON.stringify({ mediumFrom: 30, reviewMonths: { low: 24 } }))).toBeUndefined();
  });
});
