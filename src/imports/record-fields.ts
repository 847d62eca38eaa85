import { isCalendarDate } from '../common/time/calendar';

const NAIRA = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/;

/** An amount of a file in kobo; undefined for anything but Naira with at most two decimals below 10^12. */
export function koboOfText(text: string): bigint | undefined {
  const [, sign, naira, decimals = ''] = NAIRA.exec(text) ?? [];
  if (naira === undefined) return undefined;
  const kobo = BigInt(naira + decimals.padEnd(2, '0'));
  return sign === '-' ? -kobo : kobo;
}

const RATE = /^(\d{1,4})(?:\.(\d{1,4}))?$/;
const UNROUNDED = /^(\d{1,15})(?:\.(\d{1,14}))?$/;
const UNROUNDED_DECIMALS = 12;

/**
 * Naira with up to so many decimals as kobo with two fewer, as decimal text; undefined for anything else.
 * @param decimalsMax at most 14
 */
export function unroundedKoboOfText(text: string, decimalsMax = UNROUNDED_DECIMALS): string | undefined {
  const [, naira, decimals = ''] = UNROUNDED.exec(text) ?? [];
  if (naira === undefined || decimals.length > decimalsMax) return undefined;
  const digits = decimals.padEnd(decimalsMax, '0');
  return `${BigInt(naira + digits.slice(0, 2))}.${digits.slice(2)}`;
}

/** The inverse of `unroundedKoboOfText`, without zeros at its end. */
export function textOfUnroundedKobo(kobo: string): string {
  const [whole = '0', decimals = ''] = kobo.split('.');
  const digits = whole.padStart(3, '0');
  const fraction = (digits.slice(-2) + decimals).replace(/0+$/, '');
  return `${digits.slice(0, -2)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** An amount in kobo as a file has it: Naira with two decimals. */
export function textOfKobo(kobo: bigint): string {
  const magnitude = (kobo < 0n ? -kobo : kobo).toString().padStart(3, '0');
  return `${kobo < 0n ? '-' : ''}${magnitude.slice(0, -2)}.${magnitude.slice(-2)}`;
}

const REASON_MAX = 500;

/** A reason of at most 500 characters, as staged rows keep it. */
export function boundedReason(text: string): string {
  // Half of a character at the end would be no text any more.
  return text.slice(0, REASON_MAX).replace(/[\uD800-\uDBFF]$/, '');
}

/** Reads the fields of one record, and collects what is wrong with them. */
export class RecordFields {
  private readonly faults: string[] = [];

  constructor(private readonly fields: Record<string, string>) {}

  /** Everything that is wrong, as one sentence; null when nothing is. */
  refusal(): string | null {
    return this.faults.length === 0 ? null : boundedReason(`${this.faults.join('; ')}.`);
  }

  refuse(fault: string): void {
    this.faults.push(fault);
  }

  /** A text that may be left empty. */
  optional(column: string, lengthMax: number): string | null {
    const text = (this.fields[column] ?? '').trim();
    if (text === '') return null;
    if ([...text].length > lengthMax) this.refuse(`${column} must have at most ${lengthMax} characters`);
    else if (/\p{Cc}|\uFFFD/u.test(text)) this.refuse(`${column} must be UTF-8 text on one line`);
    else return text;
    return null;
  }

  /** A text that must be there. */
  text(column: string, lengthMax: number): string {
    const faultsBefore = this.faults.length;
    const text = this.optional(column, lengthMax);
    if (text === null && this.faults.length === faultsBefore) this.refuse(`${column} must not be empty`);
    return text ?? '';
  }

  /** A text in the form in which it is stored; `convert` answers undefined for a text without that form. */
  converted(
    column: string,
    lengthMax: number,
    expected: string,
    convert: (text: string) => string | undefined,
  ): string | null {
    const text = this.optional(column, lengthMax);
    if (text === null) return null;
    const value = convert(text);
    if (value === undefined) this.refuse(`${column} must be ${expected}`);
    return value ?? null;
  }

  oneOf<Value extends string>(column: string, values: readonly Value[]): Value {
    const text = (this.fields[column] ?? '').trim();
    const value = values.find((known) => known === text);
    if (value === undefined) this.refuse(`${column} must be one of ${values.join(', ')}`);
    return value ?? values[0]!;
  }

  /** A day not after `latest`; null when it may be left empty and is. */
  date(column: string, latest: string | undefined, required: boolean): string | null {
    const text = (this.fields[column] ?? '').trim();
    if (text === '' && !required) return null;
    if (!isCalendarDate(text)) this.refuse(`${column} must be a date, YYYY-MM-DD`);
    else if (latest !== undefined && text > latest) this.refuse(`${column} must not be after ${latest}`);
    else return text;
    return null;
  }

  /** An amount in kobo; below zero only where `signed`. */
  kobo(column: string, { signed = false, optional = false } = {}): bigint {
    const text = (this.fields[column] ?? '').trim();
    if (text === '' && optional) return 0n;
    const kobo = koboOfText(text);
    if (kobo === undefined || (kobo < 0n && !signed)) {
      this.refuse(`${column} must be an amount in Naira with at most two decimals${signed ? '' : ', not below zero'}`);
      return 0n;
    }
    return kobo;
  }

  /** An amount in kobo that may be left empty, which is not zero. */
  koboOrNull(column: string, { signed = false } = {}): bigint | null {
    return this.isEmpty(column) ? null : this.kobo(column, { signed });
  }

  isEmpty(column: string): boolean {
    return (this.fields[column] ?? '').trim() === '';
  }

  /** A whole number between the limits; `fallback` when the field is empty. */
  integer(column: string, { min = 0, max, fallback }: { min?: number; max: number; fallback?: number }): number {
    if (fallback !== undefined && this.isEmpty(column)) return fallback;
    const text = (this.fields[column] ?? '').trim();
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    this.refuse(`${column} must be a whole number from ${min} to ${max}`);
    return fallback ?? min;
  }

  /** One of some whole numbers; `fallback` when the field is empty. */
  choice<Value extends number>(column: string, values: readonly Value[], fallback: Value): Value {
    if (this.isEmpty(column)) return fallback;
    return Number(this.oneOf(column, values.map(String))) as Value;
  }

  /** One of some words; `fallback` when the field is empty. */
  word<Value extends string>(column: string, values: readonly Value[], fallback: Value): Value {
    return this.isEmpty(column) ? fallback : this.oneOf(column, values);
  }

  /** `true` or `false`; `fallback` when the field is empty. */
  flag(column: string, fallback: boolean): boolean {
    return this.word(column, ['true', 'false'], String(fallback) as 'true' | 'false') === 'true';
  }

  /** A percentage as decimal text with four decimals; `fallback` when the field is empty. */
  rate(column: string, { max = 1_000, fallback }: { max?: number; fallback?: string } = {}): string {
    if (fallback !== undefined && this.isEmpty(column)) return fallback;
    const [, percent, decimals = ''] = RATE.exec((this.fields[column] ?? '').trim()) ?? [];
    const text = `${Number(percent)}.${decimals.padEnd(4, '0')}`;
    if (percent !== undefined && Number(text) <= max) return text;
    this.refuse(`${column} must be a percentage from 0 to ${max} with at most four decimals`);
    return '0.0000';
  }

  /** An amount that is not rounded to the kobo, as decimal text in kobo; null when the field is empty. */
  unrounded(column: string, decimalsMax = UNROUNDED_DECIMALS): string | null {
    if (this.isEmpty(column)) return null;
    const kobo = unroundedKoboOfText((this.fields[column] ?? '').trim(), decimalsMax);
    if (kobo === undefined) this.refuse(`${column} must be an amount in Naira with at most ${decimalsMax} decimals`);
    return kobo ?? null;
  }
}
