import { addDays } from '../../common/time/calendar';
import { type ArrearsTerms, chargeArrears } from './charge-overdue';

const TERMS: ArrearsTerms = {
  arrearsInterestRate: '36.0000',
  arrearsInterestBase: 'OverduePrincipal',
  failedRepaymentGracePeriod: 5,
  arrearsInterestFromEndOfGrace: false,
  penaltyKind: 'None',
  penaltyAmountKobo: null,
  penaltyRate: null,
  penaltyBase: 'OverdueAmount',
  penaltyGraceDays: 0,
};

const DUE = {
  dueDate: '2025-02-28',
  principalDueKobo: 2_000_000n,
  interestDueKobo: 240_000n,
  feeDueKobo: 10_000n,
  defaultDueKobo: 0n,
  penaltyDueKobo: 0n,
  principalPaidKobo: 0n,
  interestPaidKobo: 0n,
  feePaidKobo: 0n,
  defaultPaidKobo: 0n,
  penaltyPaidKobo: 0n,
  penaltyWaivedKobo: 0n,
  arrearsInterest: '0',
  arrearsThrough: null as string | null,
};

/** Charges night by night until a date, as the end of the day does. */
function chargedBy(
  date: string,
  terms: ArrearsTerms,
  changes: (day: string) => Partial<typeof DUE> = () => ({}),
): typeof DUE {
  const row = { ...DUE };
  for (let day = row.dueDate; day <= date; day = addDays(day, 1)) {
    Object.assign(row, changes(day));
    const charge = chargeArrears(row, terms, day);
    if (!charge) continue;
    row.arrearsInterest = charge.arrearsInterest;
    row.arrearsThrough = charge.arrearsThrough;
    row.defaultDueKobo += charge.defaultKobo;
    row.penaltyDueKobo += charge.penaltyKobo;
  }
  return row;
}

describe('chargeArrears', () => {
  // The worked example of the definitions: ₦20,000.00 overdue since 28 February, 36 % a year, 5 days of grace.
  it.each([
    ['2025-02-28', 0n],
    ['2025-03-05', 0n],
    ['2025-03-06', 11_836n],
    ['2025-03-10', 19_726n],
  ])('charges what the definitions say by %s', (date, expected) => {
    expect(chargedBy(date, TERMS).defaultDueKobo).toBe(expected);
    expect(chargeArrears(DUE, TERMS, date)?.defaultKobo ?? 0n).toBe(expected);
  });

  it('counts from the end of the grace period where the product says so', () => {
    const terms = { ...TERMS, arrearsInterestFromEndOfGrace: true };
    expect(chargedBy('2025-03-05', terms).defaultDueKobo).toBe(0n);
    expect(chargedBy('2025-03-10', terms).defaultDueKobo).toBe(9_863n);
  });

  it('counts on the whole instalment where the product says so, default interest and penalties never', () => {
    const terms = {
      ...TERMS,
      arrearsInterestBase: 'OverdueInstalment' as const,
      penaltyKind: 'Flat' as const,
      penaltyAmountKobo: 50_000n,
    };
    // 22,500.00 × 36 % × 10 / 365
    expect(chargedBy('2025-03-10', terms).defaultDueKobo).toBe(22_192n);
  });

  it('counts each night on what is unpaid that night', () => {
    const row = chargedBy('2025-03-10', TERMS, (day) => (day > '2025-03-04' ? { principalPaidKobo: 1_000_000n } : {}));
    // Four nights on 20,000 and six on 10,000.
    expect(row.defaultDueKobo).toBe(7_890n + 5_918n);
  });

  it('charges nothing on an instalment that was paid within the grace', () => {
    const paid = { principalPaidKobo: 2_000_000n, interestPaidKobo: 240_000n, feePaidKobo: 10_000n };
    expect(chargedBy('2025-03-20', TERMS, (day) => (day > '2025-03-05' ? paid : {})).defaultDueKobo).toBe(0n);
  });

  it('charges the same nights once', () => {
    const row = chargedBy('2025-03-10', TERMS);
    expect(chargeArrears(row, TERMS, '2025-03-10')).toBeUndefined();
  });

  it.each([
    ['Flat', 2, '2025-03-02', 0n],
    ['Flat', 2, '2025-03-03', 50_000n],
    ['Percentage', 0, '2025-03-01', 22_500n],
  ] as const)('charges a %s penalty after %i days of grace, by %s', (penaltyKind, penaltyGraceDays, date, expected) => {
    const terms: ArrearsTerms = {
      ...TERMS,
      arrearsInterestRate: '0',
      penaltyKind,
      penaltyGraceDays,
      penaltyAmountKobo: 50_000n,
      penaltyRate: '1.0000',
    };
    expect(chargedBy(date, terms).penaltyDueKobo).toBe(expected);
    expect(chargedBy(addDays(date, 30), terms).penaltyDueKobo).toBe(expected === 0n ? 50_000n : expected);
  });
});

describe('a percentage penalty', () => {
  it.each([
    ['OverdueAmount', 12_500n],
    ['OverduePrincipal', 10_000n],
    ['WholeInstalment', 22_500n],
  ] as const)('of %s', (penaltyBase, penaltyKobo) => {
    // 1 % of an instalment of 20,000.00 + 2,400.00 + 100.00, of whose principal half is paid.
    const terms = { ...TERMS, penaltyKind: 'Percentage' as const, penaltyRate: '1', penaltyBase };
    const row = { ...DUE, principalPaidKobo: 1_000_000n };
    expect(chargeArrears(row, terms, '2025-03-01')).toMatchObject({ penaltyKobo });
  });

  it('is not charged again once it was waived', () => {
    const terms = { ...TERMS, arrearsInterestRate: '0', penaltyKind: 'Flat' as const, penaltyAmountKobo: 500n };
    expect(chargeArrears(DUE, terms, '2025-03-01')).toMatchObject({ penaltyKobo: 500n });
    expect(chargeArrears({ ...DUE, penaltyWaivedKobo: 500n }, terms, '2025-03-01')).toBeUndefined();
  });
});
