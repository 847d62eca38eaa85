import { FREQUENCY } from '../../products/terms/loan-enumerations';
import { NO_AMOUNTS } from './instalment-amounts';
import { LoanChange, loanLegs } from './loan-change';
import type { LockedLoan } from './loans';
import { elapsedPercent, repaidLoans } from './repaid-loans';

const PAID_OUT = { disbursementDate: '2026-01-31' };
const year = { effectiveDate: '2026-01-31', tenure: 12, frequency: FREQUENCY.Months };

describe('elapsedPercent', () => {
  it.each([
    ['2026-01-31', 0],
    ['2026-02-28', 8],
    ['2026-05-30', 33],
    ['2026-07-31', 50],
    ['2027-01-31', 100],
    ['2027-07-31', 150],
    ['2026-01-30', 0],
  ])('on %s, %i %% of a year has passed', (day, percent) => {
    expect(elapsedPercent(PAID_OUT, year, day)).toBe(percent);
  });

  it('counts the tenor of a restructured loan from the day of its disbursement', () => {
    const restructured = { effectiveDate: '2026-07-31', tenure: 18, frequency: FREQUENCY.Months };
    expect(elapsedPercent(PAID_OUT, restructured, '2026-07-31')).toBe(25);
    expect(elapsedPercent(PAID_OUT, restructured, '2027-01-31')).toBe(50);
  });

  it.each([
    [FREQUENCY.Days, '2026-02-15', 50],
    [FREQUENCY.Weeks, '2026-05-16', 50],
  ])('counts in units of the frequency %i', (frequency, day, percent) => {
    expect(elapsedPercent(PAID_OUT, { ...year, tenure: 30, frequency }, day)).toBe(percent);
  });
});

describe('repaidLoans', () => {
  const changed = (kind: 'Repayment' | 'EarlyRepayment' | 'Collection' | 'SecurityDeposit' | 'Charge'): LoanChange => {
    const loan = {
      ...PAID_OUT,
      id: 9,
      customerId: 7,
      linkedAccountId: 1,
      disbursedKobo: 500n,
      principalRepaidKobo: 50n,
    };
    const change = new LoanChange({ loan, contract: year, instalments: [] } as unknown as LockedLoan);
    change.recordTransaction(kind, 60n, NO_AMOUNTS);
    return change;
  };
  const fromAccount = { otherLegs: loanLegs(1, 'debit', 60n, 'principal'), businessDate: '2026-07-31' };

  it.each(['Repayment', 'EarlyRepayment', 'Collection'] as const)('has what a %s leaves of the loan', (kind) => {
    expect(repaidLoans([changed(kind)], fromAccount)).toEqual([
      {
        ...{ loanId: 9, borrowerId: 7, accountId: 1, amountKobo: 60n },
        ...{ principalKobo: 500n, repaidKobo: 50n, elapsedPercent: 50 },
      },
    ]);
  });

  it('counts the tenor to the value date where there is one', () => {
    const [repaid] = repaidLoans([changed('Collection')], { ...fromAccount, valueDate: '2026-01-31' });
    expect(repaid!.elapsedPercent).toBe(0);
  });

  it('has none for a security deposit, a charge, a refund or money of a ledger', () => {
    expect(repaidLoans([changed('SecurityDeposit'), changed('Charge')], fromAccount)).toEqual([]);
    for (const otherLegs of [loanLegs(1, 'credit', 60n, 'principal'), loanLegs(90, 'debit', 60n, 'principal')])
      expect(repaidLoans([changed('EarlyRepayment')], { ...fromAccount, otherLegs })).toEqual([]);
  });
});
