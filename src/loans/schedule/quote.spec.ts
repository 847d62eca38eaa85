import { quote } from './quote';
import { ScheduleError } from './schedule-error';

const LOAN = { principal: '120000.00', rate: '24', numberOfRepayments: 6, disbursementDate: '2025-01-31' };
const quoted = (over: Record<string, unknown>): ReturnType<typeof quote> => quote(JSON.stringify({ ...LOAN, ...over }));

describe('quote', () => {
  it('needs four parameters and has defaults for the others', () => {
    const defaults = {
      rateBasis: 0,
      frequency: 2,
      repaymentEvery: 1,
      interestAccrualStartDate: '2025-01-31',
      firstRepaymentDate: null,
      principalRepaymentType: 1,
      interestPaymentType: 1,
      interestComputationModel: 2,
      moratorium: 0,
      moratoriumPeriods: 0,
      moratoriumInterest: 'DEFER',
      dayCount: 'ACT/365',
      rounding: 'HALF_EVEN',
      decimals: 2,
      installmentMultiple: null,
      currencyMultiple: null,
      emiSmoothing: false,
      emiRate: 'exact',
      stub30: '30E/360',
      dueDates: null,
      monthEnd: 'CLAMP',
      principalPercentPerInstallment: null,
      graceOnPrincipal: null,
      graceOnInterest: null,
    };
    expect(quoted({})).toEqual(quoted(defaults));
    expect(quoted({}).rows[0]).toEqual({
      nr: 1,
      dueDate: '2025-02-28',
      days: 28,
      principal: '19186.62',
      interest: '2209.32',
      total: '21395.94',
      balance: '100813.38',
    });
  });

  it('writes money in the decimals of the currency', () => {
    const yen = quoted({ principal: '1200', decimals: 0, interestComputationModel: 1 });
    expect(yen).toMatchObject({ netDisbursed: '1200', upfrontInterest: '0', totals: { principal: '1200' } });
    const dinar = quoted({ principal: '1.2', decimals: 3, interestComputationModel: 1 });
    expect(dinar.rows[0]).toMatchObject({ principal: '0.200', interest: '0.022', balance: '1.000' });
  });

  it('takes numbers for decimals', () => {
    expect(quoted({ principal: 120_000, rate: 24 })).toEqual(quoted({}));
    expect(quoted({ principal: 1200.07, rate: 0.0000001 }).netDisbursed).toBe('1200.07');
  });

  it('counts a list of due dates', () => {
    const { rows } = quoted({ numberOfRepayments: null, dueDates: ['2025-03-03', '2025-03-31'] });
    expect(rows.map(({ dueDate, days }) => [dueDate, days])).toEqual([
      ['2025-03-03', 31],
      ['2025-03-31', 28],
    ]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['principal is required', { principal: undefined }],
    ['principal must be a decimal', { principal: '1,000.00' }],
    ['principal must be a decimal', { principal: true }],
    ['principal must be a decimal', { principal: '1e3' }],
    ['principal must be above 0', { principal: '0' }],
    ['principal must be above 0', { principal: '-5' }],
    ['principal must have at most 2 decimals', { principal: '0.001' }],
    ['rate is required', { rate: null }],
    ['rate must not be negative', { rate: '-0.01' }],
    ['rate must not be negative', { rate: -1 }],
    ['rate must be a decimal', { rate: '24%' }],
    ['rateBasis must be one of 0, 1', { rateBasis: 2 }],
    ['rateBasis must be one of 0, 1', { rateBasis: '0' }],
    ['numberOfRepayments is required', { numberOfRepayments: undefined }],
    ['numberOfRepayments must be a whole number from 1 to 10000', { numberOfRepayments: 0 }],
    ['numberOfRepayments must be a whole number', { numberOfRepayments: 1.5 }],
    ['numberOfRepayments must be a whole number', { numberOfRepayments: '6' }],
    ['numberOfRepayments must be a whole number', { numberOfRepayments: 10_001 }],
    ['frequency must be one of 0, 1, 2, 3', { frequency: 4 }],
    ['repaymentEvery must be a whole number', { repaymentEvery: 0 }],
    ['disbursementDate is required', { disbursementDate: undefined }],
    ['disbursementDate must be a date that exists', { disbursementDate: '2025-02-29' }],
    ['firstRepaymentDate must be after disbursementDate', { firstRepaymentDate: '2025-01-31' }],
    ['interestAccrualStartDate must not be after the last due date', { interestAccrualStartDate: '2025-08-01' }],
    ['principalRepaymentType must be one of', { principalRepaymentType: 4 }],
    ['principalRepaymentType 2 is not allowed', { principalRepaymentType: 2 }],
    ['use model 1', { principalRepaymentType: 0 }],
    ['interestPaymentType must be one of', { interestPaymentType: -1 }],
    ['needs interest below the principal', { interestPaymentType: 2, interestComputationModel: 0, rate: '300' }],
    ['interestComputationModel must be one of', { interestComputationModel: 3 }],
    ['moratorium must be one of', { moratorium: 4 }],
    ['A moratorium must have fewer periods', { moratorium: 3, moratoriumPeriods: 6 }],
    ['moratoriumPeriods must be a whole number', { moratorium: 3, moratoriumPeriods: -1 }],
    ['moratoriumInterest must be one of DEFER', { moratoriumInterest: 'defer' }],
    ['A moratorium must have fewer periods', { graceOnPrincipal: 6 }],
    ['graceOnInterest must be a whole number', { graceOnInterest: -1 }],
    ['dayCount must be one of ACT/365', { dayCount: 'ACT/366' }],
    ['stub30 must be one of', { stub30: '30/360' }],
    ['rounding must be one of', { rounding: 'HALF' }],
    ['decimals must be a whole number from 0 to 6', { decimals: 7 }],
    ['installmentMultiple must be above 0', { installmentMultiple: '0' }],
    ['currencyMultiple must have at most 2 decimals', { currencyMultiple: '0.005' }],
    ['emiSmoothing must be true or false', { emiSmoothing: 1 }],
    ['emiRate must be one of', { emiRate: 'nominal' }],
    ['dueDates must be a list', { dueDates: [] }],
    ['dueDates must be a list', { dueDates: '2025-02-28' }],
    ['dueDates must be a date that exists', { dueDates: ['2025-02-28', null] }],
    ['dueDates must hold one date for each', { dueDates: ['2025-02-28'] }],
    ['monthEnd must be one of', { monthEnd: 'EOM' }],
    ['principalPercentPerInstallment must be above 0', { principalPercentPerInstallment: '100.01' }],
    ['principalPercentPerInstallment must be above 0', { principalPercentPerInstallment: 0 }],
    ['There is no parameter intrest', { intrest: 5 }],
  ])('refuses: %s (%p)', (message, over) => {
    expect(() => quoted(over)).toThrow(ScheduleError);
    expect(() => quoted(over)).toThrow(message);
  });

  it.each(['', '{', '[]', 'null', '"x"', '12'])('refuses what is no JSON object: %s', (text) => {
    expect(() => quote(text)).toThrow(ScheduleError);
  });
});
