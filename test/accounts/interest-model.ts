import { addDays, daysInMonth, isLeapYear } from '../../src/common/time/calendar';

/** Computes interest as a loop over days with integers only. The steps of the end of day must give the same result. */

const SCALE = 10n ** 12n;

export interface ModelTerms {
  dayCount: string;
  /** Ten-thousandths of a percent below the first tier. */
  rate: bigint;
  /** Ascending tiers: lower bound in kobo, rate. */
  tiers: [bigint, bigint][];
  minimumKobo: bigint;
  /** Ten-thousandths of a percent. */
  taxRate: bigint;
  /** Months of a posting period. */
  months: number;
}

export interface ModelRow {
  date: string;
  balanceKobo: bigint;
  rate: string;
  accruedKobo: string;
  cumulativeKobo: string;
}

/** The part of a year of one night under the day count: days and days of the year. */
function share(dayCount: string, date: string): [bigint, bigint] {
  const year = Number(date.slice(0, 4));
  const yearDays = (of: number): bigint => (isLeapYear(of) ? 366n : 365n);
  const monthDays = BigInt(daysInMonth(date));
  const shares: Record<string, [bigint, bigint]> = {
    'ACT/365': [1n, 365n],
    'ACT/360': [1n, 360n],
    'ACT/364': [1n, 364n],
    'ACT/ACT': [1n, yearDays(year)],
    'ACT/ACT-START': [1n, yearDays(year)],
    'ACT/ACT-FINERACT': [1n, yearDays(Number(addDays(date, 1).slice(0, 4)))],
    'ACT/ACT-FEB29': [1n, addDays(date, 1).slice(5) === '02-29' ? 366n : 365n],
    '30/360': [30n, monthDays * 360n],
    '30/365': [30n, monthDays * 365n],
    PERIODIC: [1n, monthDays * 12n],
  };
  return shares[dayCount]!;
}

/** Rounds half-even; for numbers that are not below zero. */
function divide(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && whole % 2n === 1n);
  return up ? whole + 1n : whole;
}

const text = (value: bigint, scale: bigint): string =>
  `${value / scale}.${(value % scale).toString().padStart(scale.toString().length - 1, '0')}`;

/** One account, day by day. */
export class ModelAccount {
  balanceKobo = 0n;
  readonly rows: ModelRow[] = [];
  readonly posted: { date: string; grossKobo: bigint; taxKobo: bigint }[] = [];
  /** In units of 10⁻¹² kobo. */
  private accrued = 0n;
  private lastAccrual = '';

  constructor(readonly terms: ModelTerms) {}

  /** Ends a date: accrual, then posting if a period ends. */
  close(date: string): void {
    if (this.balanceKobo > 0n) {
      const rate = this.rate();
      const [days, yearDays] = share(this.terms.dayCount, date);
      const earned = divide(this.balanceKobo * rate * days * SCALE, 1_000_000n * yearDays);
      this.accrued += earned;
      this.lastAccrual = date;
      this.rows.push({
        date,
        balanceKobo: this.balanceKobo,
        rate: text(rate, 10_000n),
        accruedKobo: text(earned, SCALE),
        cumulativeKobo: text(this.accrued, SCALE),
      });
    }
    const month = Number(date.slice(5, 7));
    if (addDays(date, 1).slice(8) === '01' && month % this.terms.months === 0) this.post();
  }

  private rate(): bigint {
    if (this.balanceKobo < this.terms.minimumKobo) return 0n;
    let rate = this.terms.rate;
    for (const [from, percent] of this.terms.tiers) if (this.balanceKobo >= from) rate = percent;
    return rate;
  }

  private post(): void {
    const grossKobo = divide(this.accrued, SCALE);
    if (grossKobo === 0n) return;
    const taxKobo = divide(grossKobo * this.terms.taxRate, 1_000_000n);
    this.posted.push({ date: this.lastAccrual, grossKobo, taxKobo });
    this.balanceKobo += grossKobo - taxKobo;
    this.accrued = 0n;
  }

  get unposted(): string {
    return text(this.accrued, SCALE);
  }
}
