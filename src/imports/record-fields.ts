import { isCalendarDate } from '../common/time/calendar';

const NAIRA = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/;

/** An amount of a file in kobo; undefined for anything but Naira with at most two decimals below 10^12. */
export function koboOfText(text: string): bigint | undefined {
  const [, sign, naira, decimals = ''] = NAIRA.exec(text) ?? [];
  if (naira === undefined) return undefined;
  const kobo = BigInt(naira + decimals.padEnd(2, '0'));
  return sign === '-' ? -kobo : kobo;
}

/** Reads the fields of one record, and collects what is wrong with them. */
export class RecordFields {
  private readonly faults: string[] = [];

  constructor(private readonly fields: Record<string, string>) {}

  /** Everything that is wrong, as one sentence; null when nothing is. */
  refusal(): string | null {
    return this.faults.length === 0 ? null : `${this.faults.join('; ')}.`.slice(0, 500);
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
    if (!(values as readonly string[]).includes(text)) this.refuse(`${column} must be one of ${values.join(', ')}`);
    return text as Value;
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
}
