import Decimal from 'decimal.js';
import { isCalendarDate } from '../../common/time/calendar';
import { ScheduleError } from './schedule-error';

const DECIMAL = /^-?\d{1,24}(\.\d{1,20})?$/;

/** Reads the parameters of a quote from JSON. A parameter that is null counts as left out. */
export class QuoteValues {
  /** @throws ScheduleError when a parameter does not exist */
  constructor(
    private readonly values: Record<string, unknown>,
    names: readonly string[],
  ) {
    const unknown = Object.keys(values).filter((name) => !names.includes(name));
    if (unknown.length > 0)
      throw new ScheduleError(`There is no parameter ${unknown.join(', ')}. The parameters are ${names.join(', ')}.`);
  }

  isGiven(name: string): boolean {
    return this.values[name] !== undefined && this.values[name] !== null;
  }

  /** A decimal as plain text, from a string or a number; undefined when left out. */
  decimal(name: string): string | undefined {
    if (!this.isGiven(name)) return undefined;
    const value = this.values[name];
    // A number with at most 15 digits has the same text as in the JSON.
    const text = typeof value === 'number' && Number.isFinite(value) ? new Decimal(value).toFixed() : value;
    if (typeof text !== 'string' || !DECIMAL.test(text))
      throw this.error(name, 'must be a decimal such as "120000.00"');
    return text;
  }

  /** An amount in minor units; undefined when left out. */
  money(name: string, decimals: number): bigint | undefined {
    const text = this.decimal(name);
    if (text === undefined) return undefined;
    const amount = new Decimal(text);
    if (amount.decimalPlaces() > decimals) throw this.error(name, `must have at most ${decimals} decimals`);
    if (amount.lessThanOrEqualTo(0)) throw this.error(name, 'must be above 0');
    return BigInt(amount.toFixed(decimals).replace('.', ''));
  }

  whole(name: string, least: number, most: number): number | undefined {
    if (!this.isGiven(name)) return undefined;
    const value = this.values[name];
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
      throw this.error(name, `must be a whole number from ${least} to ${most}`);
    }
    return value as number;
  }

  oneOf<T extends string | number>(name: string, choices: readonly T[]): T | undefined {
    if (!this.isGiven(name)) return undefined;
    const value = this.values[name];
    if (!choices.includes(value as T)) throw this.error(name, `must be one of ${choices.join(', ')}`);
    return value as T;
  }

  flag(name: string): boolean | undefined {
    if (!this.isGiven(name)) return undefined;
    const value = this.values[name];
    if (typeof value !== 'boolean') throw this.error(name, 'must be true or false');
    return value;
  }

  date(name: string): string | undefined {
    if (!this.isGiven(name)) return undefined;
    return this.requireDate(name, this.values[name]);
  }

  dates(name: string): string[] | undefined {
    if (!this.isGiven(name)) return undefined;
    const value = this.values[name];
    if (!Array.isArray(value) || value.length === 0) throw this.error(name, 'must be a list of dates');
    return value.map((date: unknown) => this.requireDate(name, date));
  }

  /** The value of a required parameter. */
  required<T>(name: string, value: T | undefined): T {
    if (value === undefined) throw this.error(name, 'is required');
    return value;
  }

  private requireDate(name: string, value: unknown): string {
    if (!isCalendarDate(value)) throw this.error(name, 'must be a date that exists, YYYY-MM-DD');
    return value as string;
  }

  private error(name: string, problem: string): ScheduleError {
    return new ScheduleError(`${name} ${problem}.`);
  }
}
