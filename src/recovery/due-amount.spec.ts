import type { ArrearsTerms } from '../loans/accrual/charge-overdue';
import { dueAmountKobo } from './due-amount';

const TERMS: ArrearsTerms = {
  arrearsInterestRate: '10',
  arrearsInterestBase: 'OverduePrincipal',
  failedRepaymentGracePeriod: 0,
  arrearsInterestFromEndOfGrace: false,
  penaltyKind: 'None',
  penaltyAmountKobo: null,
  penaltyRate: null,
  penaltyBase: 'OverdueAmount',
  penaltyGraceDays: 0,
};
const row = (dueDate: string, more: object = {}): Parameters<typeof dueAmountKobo>[2][number] => ({
  dueDate,
  arrearsInterest: '0',
  arrearsThrough: null,
  principalDueKobo: 3_650_000n,
  interestDueKobo: 0n,
  feeDueKobo: 0n,
  defaultDueKobo: 0n,
  penaltyDueKobo: 0n,
  principalPaidKobo: 0n,
  interestPaidKobo: 0n,
  feePaidKobo: 0n,
  defaultPaidKobo: 0n,
  penaltyPaidKobo: 0n,
  penaltyWaivedKobo: 0n,
  ...more,
});
const RUNNING = { status: 'Delinquent' as const, writtenOffKobo: 0n };

describe('dueAmountKobo', () => {
  it('is 0 before the due date, the instalment on it, and includes default interest from the second night on', () => {
    const due = (businessDate: string): bigint => dueAmountKobo(RUNNING, TERMS, [row('2026-03-10')], businessDate);
    expect([due('2026-03-09'), due('2026-03-10'), due('2026-03-11'), due('2026-03-12'), due('2026-03-13')]).toEqual([
      0n,
      3_650_000n,
      3_650_000n,
      3_651_000n,
      3_652_000n,
    ]);
  });

  it('adds default interest only for nights that are not charged yet', () => {
    const charged = row('2026-03-10', {
      arrearsInterest: '3000',
      arrearsThrough: '2026-03-13',
      defaultDueKobo: 3_000n,
      defaultPaidKobo: 1_000n,
    });
    expect(dueAmountKobo(RUNNING, TERMS, [charged], '2026-03-14')).toBe(3_650_000n + 2_000n);
    expect(dueAmountKobo(RUNNING, TERMS, [charged], '2026-03-15')).toBe(3_650_000n + 3_000n);
  });

  it('leaves out paid instalments', () => {
    const paid = row('2026-03-10', { principalPaidKobo: 3_650_000n });
    expect(dueAmountKobo(RUNNING, TERMS, [paid, row('2026-04-10')], '2026-04-10')).toBe(3_650_000n);
  });

  it('is the unrecovered amount of a written-off loan, whatever its instalments', () => {
    expect(dueAmountKobo({ status: 'WrittenOff', writtenOffKobo: 77n }, TERMS, [row('2026-03-10')], '2026-12-31')).toBe(
      77n,
    );
  });

  it.each(['PendingApproval', 'Approved', 'Rejected', 'Closed', 'Canceled'] as const)(
    'is 0 for a loan that is %s',
    (status) => {
      expect(dueAmountKobo({ status, writtenOffKobo: 5n }, TERMS, [row('2026-03-10')], '2026-12-31')).toBe(0n);
    },
  );
});
