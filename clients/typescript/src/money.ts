const NAIRA = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;
const KOBO_IN_NAIRA = 100n;
/** From here on a JSON number cannot hold every kobo. */
const EXACT_KOBO_MAX = 2n ** 53n;

/**
 * An amount in Naira, exact to the kobo. Nothing here rounds: an amount with a third decimal is refused, and so is one
 * that a JSON number cannot hold.
 */
export class Money {
  private constructor(readonly kobo: bigint) {}

  static ofKobo(kobo: bigint): Money {
    return new Money(kobo);
  }

  /**
   * An amount in Naira, as text (`'262144.07'`) or as a number that is written with at most two decimals.
   * @throws RangeError for anything else, such as `0.1 + 0.2`
   */
  static naira(amount: string | number): Money {
    const [, sign, whole, decimals = ''] = NAIRA.exec(String(amount)) ?? [];
    if (whole === undefined) throw new RangeError(`${amount} is no amount in Naira with at most two decimals.`);
    const kobo = BigInt(whole) * KOBO_IN_NAIRA + BigInt(decimals.padEnd(2, '0'));
    return new Money(sign === '-' ? -kobo : kobo);
  }

  plus(other: Money): Money {
    return new Money(this.kobo + other.kobo);
  }

  minus(other: Money): Money {
    return new Money(this.kobo - other.kobo);
  }

  equals(other: Money): boolean {
    return this.kobo === other.kobo;
  }

  isLessThan(other: Money): boolean {
    return this.kobo < other.kobo;
  }

  /** Naira with two decimals, such as `262144.07`. */
  toString(): string {
    const absolute = this.kobo < 0n ? -this.kobo : this.kobo;
    const decimals = String(absolute % KOBO_IN_NAIRA).padStart(2, '0');
    return `${this.kobo < 0n ? '-' : ''}${absolute / KOBO_IN_NAIRA}.${decimals}`;
  }

  /** The number that stands in JSON. @throws RangeError for an amount that a JSON number cannot hold */
  toJSON(): number {
    const number = Number(this.toString());
    const isExact = this.kobo < EXACT_KOBO_MAX && this.kobo > -EXACT_KOBO_MAX && Money.naira(number).equals(this);
    if (!isExact) throw new RangeError(`${this.toString()} is too large for a JSON number.`);
    return number;
  }
}
