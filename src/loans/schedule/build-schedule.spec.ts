// What the published schedules do not reach, worked out by hand on 6 months of 1% on 1,200.00.
import { buildSchedule, type Schedule } from './build-schedule';
import { SCHEDULE_DEFAULTS, type ScheduleTerms } from './schedule-terms';

const build = (over: Partial<ScheduleTerms>): Schedule => {
  return buildSchedule({
    ...SCHEDULE_DEFAULTS,
    principal: 120_000n,
    rate: '12',
    numberOfRepayments: 6,
    disbursementDate: '2025-01-01',
    dayCount: '30/360',
    ...over,
  });
};
const principal = (over: Partial<ScheduleTerms>): number[] => build(over).rows.map((row) => Number(row.principal));
const interest = (over: Partial<ScheduleTerms>): number[] => build(over).rows.map((row) => Number(row.interest));
const balance = (over: Partial<ScheduleTerms>): number[] => build(over).rows.map((row) => Number(row.balance));

const REDUCING: Partial<ScheduleTerms> = { interestComputationModel: 1 };
const FLAT: Partial<ScheduleTerms> = { interestComputationModel: 0 };
const BOTH: Partial<ScheduleTerms> = { moratorium: 3, moratoriumPeriods: 2 };

describe('interest of a moratorium', () => {
  it.each<[string, Partial<ScheduleTerms>, number[]]>([
    ['deferred: due in full behind it', { ...REDUCING, ...BOTH }, [0, 0, 3600, 900, 600, 300]],
    ['spread over what follows', { ...REDUCING, ...BOTH, moratoriumInterest: 'SPREAD' }, [0, 0, 1800, 1500, 1200, 900]],
    ['free', { ...REDUCING, ...BOTH, moratoriumInterest: 'FREE' }, [0, 0, 1200, 900, 600, 300]],
    [
      'capitalised: 1,200.00 grows to 1,224.12',
      { ...REDUCING, ...BOTH, moratoriumInterest: 'CAPITALISE' },
      [0, 0, 1224, 918, 612, 306],
    ],
    [
      'not capitalised on a flat loan',
      { ...FLAT, ...BOTH, moratoriumInterest: 'CAPITALISE' },
      [0, 0, 3600, 1200, 1200, 1200],
    ],
    [
      'not capitalised while principal is paid',
      { ...REDUCING, moratorium: 2, moratoriumPeriods: 2, moratoriumInterest: 'CAPITALISE' },
      [0, 0, 3000, 600, 400, 200],
    ],
    [
      'spread when flat and equal, whatever was asked',
      { ...FLAT, ...BOTH, interestPaymentType: 3 },
      [0, 0, 1800, 1800, 1800, 1800],
    ],
    [
      'free when flat and equal',
      { ...FLAT, ...BOTH, interestPaymentType: 3, moratoriumInterest: 'FREE' },
      [0, 0, 1200, 1200, 1200, 1200],
    ],
    ['levelled with the rest', { ...REDUCING, ...BOTH, interestPaymentType: 3 }, [0, 0, 1350, 1350, 1350, 1350]],
    ['with the rest at the end', { ...REDUCING, ...BOTH, interestPaymentType: 0 }, [0, 0, 0, 0, 0, 5400]],
    [
      'by the grace that overrides it',
      { ...REDUCING, ...BOTH, graceOnPrincipal: 0, graceOnInterest: 1 },
      [0, 2200, 800, 600, 400, 200],
    ],
    [
      'of a principal moratorium paid as it is earned',
      { ...REDUCING, moratorium: 1, moratoriumPeriods: 2 },
      [1200, 1200, 1200, 900, 600, 300],
    ],
    ['of a bullet loan', { ...REDUCING, ...BOTH, principalRepaymentType: 0 }, [0, 0, 3600, 1200, 1200, 1200]],
  ])('%s', (_, over, expected) => {
    expect(interest(over)).toEqual(expected);
  });

  it('is on top of the balance once capitalised, and repaid by the instalments', () => {
    const over = { ...REDUCING, ...BOTH, moratoriumInterest: 'CAPITALISE' } as const;
    expect(balance(over)).toEqual([121_200, 122_412, 91_809, 61_206, 30_603, 0]);
    expect(build(over).totals).toEqual({ principal: 122_412n, interest: 3_060n, total: 125_472n });
    expect(build(over).earnedInterest).toEqual([0n, 0n, 1224n, 918n, 612n, 306n]);
  });

  it('is capitalised for its periods only where the principal waits longer', () => {
    const over = { ...REDUCING, moratoriumInterest: 'CAPITALISE', graceOnPrincipal: 2, graceOnInterest: 1 } as const;
    expect(balance(over)).toEqual([121_200, 121_200, 90_900, 60_600, 30_300, 0]);
    expect(interest(over)).toEqual([0, 1212, 1212, 909, 606, 303]);
  });

  it('that is free is not in a level instalment either', () => {
    const { rows } = build({ moratorium: 2, moratoriumPeriods: 2, moratoriumInterest: 'FREE' });
    expect(rows.slice(0, 2).map((row) => row.interest)).toEqual([0n, 0n]);
    expect(new Set(rows.slice(0, 5).map((row) => row.total)).size).toBe(1);
  });
});

describe('principal', () => {
  it.each<[string, Partial<ScheduleTerms>, number[]]>([
    ['at the end', { ...REDUCING, principalRepaymentType: 0 }, [0, 0, 0, 0, 0, 120_000]],
    ['at the end, whatever the moratorium', { ...FLAT, ...BOTH, principalRepaymentType: 0 }, [0, 0, 0, 0, 0, 120_000]],
    ['at the start', { ...REDUCING, principalRepaymentType: 2 }, [120_000, 0, 0, 0, 0, 0]],
    ['at the start, behind the moratorium', { ...FLAT, ...BOTH, principalRepaymentType: 2 }, [0, 0, 120_000, 0, 0, 0]],
    [
      'of an annuity that repays at the end is a reducing loan',
      { principalRepaymentType: 0 },
      [0, 0, 0, 0, 0, 120_000],
    ],
    [
      'in equal parts with the rest last',
      { ...REDUCING, principal: 100_000n },
      [16_667, 16_667, 16_667, 16_667, 16_667, 16_665],
    ],
    ['of a few kobo never beyond the loan', { ...REDUCING, principal: 4n }, [1, 1, 1, 1, 0, 0]],
    [
      'in parts of 10%',
      { ...REDUCING, principalPercentPerInstallment: '10' },
      [12_000, 12_000, 12_000, 12_000, 12_000, 60_000],
    ],
    [
      'in parts of 10% behind a moratorium',
      { ...FLAT, ...BOTH, principalPercentPerInstallment: '10' },
      [0, 0, 12_000, 12_000, 12_000, 84_000],
    ],
    [
      'flat and level beside equal interest of 12.00',
      { ...FLAT, principalRepaymentType: 3 },
      [20_000, 20_000, 20_000, 20_000, 20_000, 20_000],
    ],
    [
      'flat in equal parts when a moratorium leaves nothing to level',
      { ...FLAT, ...BOTH, principalRepaymentType: 3 },
      [0, 0, 30_000, 30_000, 30_000, 30_000],
    ],
    // 200.00 and 12.00 to multiples of 50.00: 200.00 and 0.00, so 188.00 beside the interest.
    [
      'flat with both parts rounded to a multiple',
      { ...FLAT, interestPaymentType: 3, installmentMultiple: 5000n },
      [18_800, 18_800, 18_800, 18_800, 18_800, 26_000],
    ],
    // 200.00 to a multiple of 75.00 is 225.00, 12.00 is 0.00: five parts of 213.00.
    [
      'flat and rounded up',
      { ...FLAT, interestPaymentType: 3, installmentMultiple: 7500n },
      [21_300, 21_300, 21_300, 21_300, 21_300, 13_500],
    ],
    // (1,200.00 + 72.00) ÷ 6 = 212.00, to a multiple of 50.00: 200.00.
    [
      'flat and level at a multiple',
      { ...FLAT, principalRepaymentType: 3, installmentMultiple: 5000n },
      [18_800, 18_800, 18_800, 18_800, 18_800, 26_000],
    ],
    ['level without interest', { rate: '0', principal: 100_000n }, [16_667, 16_667, 16_667, 16_667, 16_667, 16_665]],
    [
      'level without interest at a multiple',
      { rate: '0', principal: 100_000n, installmentMultiple: 1000n },
      [17_000, 17_000, 17_000, 17_000, 17_000, 15_000],
    ],
    // 166.67 to coins of 0.05 half up is 166.65.
    [
      'in coins of 0.05',
      { ...REDUCING, principal: 100_000n, currencyMultiple: 5n },
      [16_665, 16_665, 16_665, 16_665, 16_665, 16_675],
    ],
  ])('%s', (_, over, expected) => {
    expect(principal(over)).toEqual(expected);
  });

  it('of an annuity waits while interest alone is above the instalment', () => {
    // Sized on 30 days of 1%, but the first period runs for a year: its interest is far above the instalment of 207.06.
    const { rows } = build({ dayCount: 'ACT/365', emiRate: 'nominal12', rate: '12', firstRepaymentDate: '2028-01-01' });
    expect(rows[0]).toMatchObject({ principal: 0n, interest: 43_200n, balance: 120_000n });
  });
});

describe('the level instalment', () => {
  it.each([
    // 12% over 6 months of 31, 28, 31, 30, 31, 30 days: sized on r/12, on 30/365 and on 30/360, charged by the day.
    ['nominal12', 20_706n],
    ['nominal30/360', 20_706n],
    ['nominal30/365', 20_696n],
  ] as const)('is sized on %s while real days are charged', (emiRate, level) => {
    const { rows } = build({ dayCount: 'ACT/365', emiRate });
    expect(rows.slice(0, 5).every(({ total }) => total === level)).toBe(true);
    expect(rows[0]?.interest).toBe(1223n);
  });

  it('is sized on the rate itself when the rate is per period', () => {
    expect(build({ rateBasis: 1, rate: '1', emiRate: 'nominal30/365' }).rows[0]?.total).toBe(20_706n);
  });

  it('is smoothed only where asked', () => {
    const loan = {
      principal: 33_177n,
      rate: '10.65',
      numberOfRepayments: 5,
      disbursementDate: '2023-12-12',
      dayCount: 'ACT/ACT-FINERACT',
    } as const;
    const last = (emiSmoothing: boolean): bigint[] => build({ ...loan, emiSmoothing }).rows.map(({ total }) => total);
    expect(last(true)).toEqual([6814n, 6814n, 6814n, 6814n, 6812n]);
    expect(last(false)).toEqual([6813n, 6813n, 6813n, 6813n, 6816n]);
  });

  it('of two or three instalments is computed like any other', () => {
    // 1,000.00 at 10% a year for 2 years: 576.19 (tables of capital recovery factors: 0.57619); 3 years: 402.11
    // (0.40211).
    const yearly = { principal: 100_000n, rate: '10', frequency: 3, dayCount: 'PERIODIC' } as const;
    expect(build({ ...yearly, numberOfRepayments: 2 }).rows[0]?.total).toBe(57_619n);
    expect(build({ ...yearly, numberOfRepayments: 3 }).rows[0]?.total).toBe(40_211n);
    expect(build({ ...yearly, numberOfRepayments: 1 }).rows[0]).toMatchObject({
      principal: 100_000n,
      interest: 10_000n,
      balance: 0n,
    });
  });
});

describe('upfront interest', () => {
  it('leaves the proceeds and the instalments', () => {
    const schedule = build({ ...FLAT, interestPaymentType: 2 });
    expect(schedule).toMatchObject({
      netDisbursed: 112_800n,
      upfrontInterest: 7_200n,
      totals: { principal: 120_000n, interest: 7_200n, total: 120_000n },
    });
    expect(schedule.rows.every((row) => row.interest === 0n)).toBe(true);
    expect(schedule.earnedInterest).toEqual(new Array(6).fill(1200n));
  });

  it('is refused where it leaves nothing to pay out', () => {
    // 200% a year for half a year is the whole principal.
    expect(() => build({ ...FLAT, interestPaymentType: 2, rate: '200' })).toThrow('below the principal');
    expect(build({ ...FLAT, interestPaymentType: 2, rate: '199.99' }).netDisbursed).toBe(6n);
  });
});

it.each<Partial<ScheduleTerms>>([
  { moratorium: 1, moratoriumPeriods: 6 },
  { moratorium: 2, moratoriumPeriods: 7 },
  { graceOnPrincipal: 6 },
  { graceOnInterest: 6 },
])('a moratorium as long as the loan is refused: %p', (over) => {
  expect(() => build(over)).toThrow('A moratorium must have fewer periods');
});

describe('interest and principal at different frequencies', () => {
  it('monthly interest and quarterly principal: interest runs on what is outstanding in each month', () => {
    const loan = { ...REDUCING, principalEvery: 3 };
    expect(principal(loan)).toEqual([0, 0, 60_000, 0, 0, 60_000]);
    expect(interest(loan)).toEqual([1200, 1200, 1200, 600, 600, 600]);
    expect(balance(loan)).toEqual([120_000, 120_000, 60_000, 60_000, 60_000, 0]);
  });

  it('monthly principal and quarterly interest: what the months earn is due together', () => {
    const loan = { ...REDUCING, interestEvery: 3 };
    expect(principal(loan)).toEqual([20_000, 20_000, 20_000, 20_000, 20_000, 20_000]);
    expect(interest(loan)).toEqual([0, 0, 3000, 0, 0, 1200]);
    expect(build(loan).earnedInterest).toEqual([1200n, 1000n, 800n, 600n, 400n, 200n]);
  });

  it('flat interest every second month, as earned or in equal parts', () => {
    expect(interest({ ...FLAT, interestEvery: 2 })).toEqual([0, 2400, 0, 2400, 0, 2400]);
    expect(interest({ ...FLAT, interestEvery: 2, interestPaymentType: 3 })).toEqual([0, 2400, 0, 2400, 0, 2400]);
  });

  it.each<[string, Partial<ScheduleTerms>, string]>([
    ['an annuity', { principalEvery: 3 }, 'model 0 or 1'],
    ['a moratorium', { ...REDUCING, principalEvery: 3, moratorium: 1, moratoriumPeriods: 3 }, 'exclude a moratorium'],
    [
      'a moratorium of interest alone',
      { ...REDUCING, principalEvery: 3, graceOnPrincipal: 0, graceOnInterest: 3 },
      'exclude a moratorium',
    ],
    ['a number that is no multiple', { ...REDUCING, principalEvery: 4 }, 'multiple of both'],
    ['interest that is no multiple', { ...REDUCING, interestEvery: 5 }, 'multiple of both'],
  ])('are refused for %s', (_, loan, message) => {
    expect(() => build(loan)).toThrow(message);
  });
});

describe('a balloon', () => {
  it('of 40 % of a reducing loan: the rest in equal parts, the balloon on top of the last', () => {
    const loan = { ...REDUCING, balloonPercent: '40' };
    expect(principal(loan)).toEqual([12_000, 12_000, 12_000, 12_000, 12_000, 60_000]);
    expect(interest(loan)).toEqual([1200, 1080, 960, 840, 720, 600]);
  });

  it('of half of an annuity: the instalment is sized so that the balloon is left', () => {
    // (1,200.00 × 1.01^6 − 600.00) ÷ 6.1520150601 = 109.53
    const loan = { balloonPercent: '50' };
    expect(principal(loan)).toEqual([9753, 9851, 9949, 10049, 10149, 70249]);
    expect(interest(loan)).toEqual([1200, 1102, 1004, 904, 804, 702]);
  });

  it('of everything is a bullet', () => {
    expect(principal({ ...REDUCING, balloonPercent: '100' })).toEqual([0, 0, 0, 0, 0, 120_000]);
  });

  it('is never rounded to more than the principal', () => {
    const loan = { ...REDUCING, balloonPercent: '100', currencyMultiple: 100n, principal: 120_050n };
    expect(principal(loan)).toEqual([0, 0, 0, 0, 0, 120_050]);
  });

  it('is refused beside a percentage for each instalment, and where all principal is due at the end', () => {
    expect(() => build({ ...REDUCING, balloonPercent: '10', principalPercentPerInstallment: '5' })).toThrow('exclude');
    for (const principalRepaymentType of [0, 2] as const)
      expect(() => build({ ...REDUCING, balloonPercent: '10', principalRepaymentType })).toThrow('balloonPercent');
  });
});

describe('interest that accrues in each period', () => {
  const accrued = (over: Partial<ScheduleTerms>): string[] =>
    build(over).accruals.map(({ interest: kobo }) => String(Number(kobo)));

  it('begins at the due date before', () => {
    expect(build(REDUCING).accruals.map(({ from }) => from)).toEqual([
      '2025-01-01',
      '2025-02-01',
      '2025-03-01',
      '2025-04-01',
      '2025-05-01',
      '2025-06-01',
    ]);
  });

  it('is that of the balance of a reducing loan, and that of the whole principal of a flat one', () => {
    expect(accrued(REDUCING)).toEqual(['1200', '1000', '800', '600', '400', '200']);
    expect(accrued(FLAT)).toEqual(['1200', '1200', '1200', '1200', '1200', '1200']);
  });

  it('grows with the interest of a moratorium that is capitalised', () => {
    const over = { ...REDUCING, ...BOTH, moratoriumInterest: 'CAPITALISE' } as const;
    expect(build(over).accruals.map(({ capitalised }) => capitalised)).toEqual([1200n, 1212n, 0n, 0n, 0n, 0n]);
    expect(accrued(over)).toEqual(['1200', '1212', '1224.12', '918.09', '612.06', '306.03']);
  });
});
