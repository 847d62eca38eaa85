import { CENTRAL_BANK_SCALES, classifyLoan, nonPerformingClasses, scaleOn } from './classification-scales';

describe('classifyLoan', () => {
  it.each([
    ['CommercialBank', 0, 'Performing'],
    ['CommercialBank', 1, 'PassAndWatch'],
    ['CommercialBank', 90, 'PassAndWatch'],
    ['CommercialBank', 91, 'Substandard'],
    ['CommercialBank', 180, 'Substandard'],
    ['CommercialBank', 181, 'Doubtful'],
    ['CommercialBank', 360, 'Doubtful'],
    ['CommercialBank', 361, 'Lost'],
    ['MicrofinanceBank', 0, 'Performing'],
    ['MicrofinanceBank', 30, 'PassAndWatch'],
    ['MicrofinanceBank', 31, 'Substandard'],
    ['MicrofinanceBank', 60, 'Substandard'],
    ['MicrofinanceBank', 61, 'Doubtful'],
    ['MicrofinanceBank', 90, 'Doubtful'],
    ['MicrofinanceBank', 91, 'Lost'],
    ['MicrofinanceBank', 4_000, 'Lost'],
  ] as const)('of a %s makes a loan %i days past due %s', (licence, days, expected) => {
    expect(classifyLoan(scaleOn(CENTRAL_BANK_SCALES[licence], '2026-11-21'), days)).toBe(expected);
  });
});

describe('scaleOn', () => {
  const [scale] = CENTRAL_BANK_SCALES.CommercialBank;
  const later = { ...scale!, effectiveFrom: '2027-01-01' };
  it.each([
    ['the scale that has begun last', '2027-01-01', '2027-01-01'],
    ['the one before on the day before', '2026-12-31', '2010-07-01'],
    ['the first where none has begun', '2000-01-01', '2010-07-01'],
  ])('chooses %s', (_, date, expected) => {
    expect(scaleOn([later, scale!], date).effectiveFrom).toBe(expected);
  });
});

describe('nonPerformingClasses', () => {
  it('are the classes whose income goes to suspense', () => {
    for (const scales of Object.values(CENTRAL_BANK_SCALES))
      expect(nonPerformingClasses(scales[0]!)).toEqual(['Substandard', 'Doubtful', 'Lost']);
  });
});
