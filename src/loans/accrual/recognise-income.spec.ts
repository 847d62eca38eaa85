import Decimal from 'decimal.js';
import { addDays, daysBetween } from '../../common/time/calendar';
import type { DayCount } from '../../products/terms/loan-enumerations';
import { instalmentsOf, type ScheduledContract, scheduleOf } from '../schedule/schedule-of-contract';
import { earnedBetweenKobo, earnedKobo, interestToRecognise } from './recognise-income';

const NO_FEE = { feeKobo: 0n, vatKobo: 0n };

function contractOf(changes: Partial<ScheduledContract>): ScheduledContract {
  return {
    principalKobo: 12_000_000n,
    interestRate: '24.0000',
    rateBasis: 0,
    numberOfRepayments: 12,
    frequency: 2,
    repaymentEvery: 1,
    principalEvery: 1,
    interestEvery: 1,
    installmentMultipleKobo: null,
    emiSmoothing: false,
    monthEnd: 'CLAMP',
    principalPercentPerInstallment: null,
    balloonPercent: null,
    interestComputationModel: 2,
    principalRepaymentType: 1,
    interestPaymentType: 1,
    dayCount: 'ACT/365',
    moratorium: 0,
    moratoriumPeriods: 0,
    moratoriumInterest: 'DEFER',
    effectiveDate: '2025-01-31',
    interestAccrualStartDate: null,
    firstRepaymentDate: null,
    ...changes,
  };
}

/** A year of nights, each recognised on its own. */
function yearOf(contract: ScheduledContract): { daily: bigint[]; total: bigint } {
  const rows = instalmentsOf(scheduleOf(contract), contract.principalKobo, NO_FEE);
  const maturityDate = rows.at(-1)!.dueDate;
  const loan = {
    interestAccruedKobo: 0n,
    accruedThrough: contract.effectiveDate,
    maturityDate,
    unearnedAccountId: null,
  };
  const daily: bigint[] = [];
  while (loan.accruedThrough < maturityDate) {
    const next = addDays(loan.accruedThrough, 1);
    const kobo = interestToRecognise(loan, rows, next).owedKobo;
    daily.push(kobo);
    loan.interestAccruedKobo += kobo;
    loan.accruedThrough = next;
  }
  return { daily, total: loan.interestAccruedKobo };
}

/** Days of a period over a year by a convention, written anew with decimals. */
function fractionOf(dayCount: DayCount, from: string, to: string): Decimal {
  const days = new Decimal(daysBetween(from, to));
  const bases: Partial<Record<DayCount, Decimal>> = {
    PERIODIC: new Decimal(1).div(12),
    '30/360': new Decimal(30).div(360),
    '30/365': new Decimal(30).div(365),
    'ACT/360': days.div(360),
    'ACT/364': days.div(364),
    'ACT/365': days.div(365),
  };
  return bases[dayCount] ?? days.div(365);
}

describe('interest by days', () => {
  // An independent year: the balance of each period × rate × its part of a year × the days run, rounded, differences
  // taken.
  it.each(['PERIODIC', '30/360', '30/365', 'ACT/360', 'ACT/364', 'ACT/365'] as const)(
    'recognises a year of %s night by night as computed independently',
    (dayCount) => {
      const contract = contractOf({ dayCount });
      const rows = scheduleOf(contract).rows;
      const expected: bigint[] = [];
      let [from, balance] = [contract.effectiveDate, new Decimal(contract.principalKobo.toString())];
      for (const row of rows) {
        const whole = balance.times('0.24').times(fractionOf(dayCount, from, row.dueDate));
        const days = daysBetween(from, row.dueDate);
        const running = Array.from({ length: days + 1 }, (_, n) =>
          BigInt(whole.times(n).div(days).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed()),
        );
        expected.push(...running.slice(1).map((kobo, n) => kobo - running[n]!));
        [from, balance] = [row.dueDate, new Decimal(row.balance.toString())];
      }
      const { daily, total } = yearOf(contract);
      expect(daily).toEqual(expected);
      expect(total).toBe(rows.reduce((sum, { interest }) => sum + interest, 0n));
      expect(daily).toHaveLength(365);
    },
  );

  const METHODS: [string, Partial<ScheduledContract>][] = [
    ['flat', { interestComputationModel: 0 }],
    ['flat in equal instalments', { interestComputationModel: 0, interestPaymentType: 3, principalRepaymentType: 3 }],
    ['reducing', { interestComputationModel: 1 }],
    ['reducing, levelled interest', { interestComputationModel: 1, interestPaymentType: 3 }],
    ['annuity', {}],
    ['interest at the end', { interestComputationModel: 1, interestPaymentType: 0 }],
    ['bullet', { interestComputationModel: 1, principalRepaymentType: 0 }],
    ['moratorium deferred', { moratorium: 3, moratoriumPeriods: 3 }],
    ['moratorium spread', { moratorium: 2, moratoriumPeriods: 3, moratoriumInterest: 'SPREAD' }],
    ['moratorium capitalised', { moratorium: 3, moratoriumPeriods: 3, moratoriumInterest: 'CAPITALISE' }],
    ['moratorium free', { moratorium: 3, moratoriumPeriods: 3, moratoriumInterest: 'FREE' }],
    ['per period', { rateBasis: 1, interestRate: '2.0000' }],
    ['a late start of interest', { interestAccrualStartDate: '2025-03-10' }],
  ];

  it.each(METHODS)(
    'ends a year of %s at what falls due or is capitalised, no night below zero but the last',
    (_, changes) => {
      const schedule = scheduleOf(contractOf(changes));
      const due =
        schedule.rows.reduce((sum, { interest }) => sum + interest, 0n) +
        schedule.accruals.reduce((sum, { capitalised }) => sum + capitalised, 0n);
      const { daily, total } = yearOf(contractOf(changes));
      expect(total).toBe(due);
      expect(daily.slice(0, -1).filter((kobo) => kobo < 0n)).toEqual([]);
    },
  );

  it('earns nothing before a period and all of it on its due date', () => {
    const row = {
      periodStart: '2025-01-31',
      dueDate: '2025-02-28',
      earnedInterest: '220931.5068493151',
      interestDueKobo: 220_932n,
      capitalisedKobo: 0n,
    };
    expect([
      earnedKobo(row, '2025-01-31'),
      earnedKobo(row, '2025-02-14'),
      earnedKobo(row, '2025-02-28'),
      earnedKobo(row, '2025-05-01'),
    ]).toEqual([0n, 110_466n, 220_932n, 220_932n]);
  });

  it('adds up to the same over any cut of the time', () => {
    const rows = instalmentsOf(scheduleOf(contractOf({})), 12_000_000n, NO_FEE);
    const whole = earnedBetweenKobo(rows, '2025-01-31', '2026-01-31');
    const cut =
      earnedBetweenKobo(rows, '2025-01-31', '2025-06-17') + earnedBetweenKobo(rows, '2025-06-17', '2026-01-31');
    expect(cut).toBe(whole);
  });
});
