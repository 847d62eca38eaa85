/** The days on which somebody may have been born, both inclusive, as `YYYY-MM-DD`. */
export interface BirthSpan {
  readonly from: string;
  readonly to: string;
  readonly precision: 'day' | 'month' | 'year' | 'span';
}

const pad = (part: string | number): string => String(part).padStart(2, '0');
const isMonth = (month: number): boolean => month >= 1 && month <= 12;
const isDayOf = (year: string, month: number, day: number): boolean =>
  day <= new Date(Date.UTC(Number(year), month, 0)).getUTCDate();

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const yearSpan = (from: string, to: string): BirthSpan => ({
  from: `${from}-01-01`,
  to: `${to}-12-31`,
  precision: from === to ? 'year' : 'span',
});

function daySpan(year: string, month: number, day: number): BirthSpan | undefined {
  if (!isMonth(month) || !isDayOf(year, month, day)) return undefined;
  // A day that is not known.
  if (day === 0) return { from: `${year}-${pad(month)}-01`, to: `${year}-${pad(month)}-31`, precision: 'month' };
  const date = `${year}-${pad(month)}-${pad(day)}`;
  return { from: date, to: date, precision: 'day' };
}

/**
 * Reads a birth date as lists write it: `1970-05-12`, `12/05/1970`, `12 May 1970`, `1970-05`, `1970`, `1970-1975`,
 * `circa 1970`, `dd/mm/1970`. Day before month, as Nigeria and the United Kingdom write. Undefined where it is no date.
 */
export function birthSpanOf(text: string): BirthSpan | undefined {
  const clean = text.trim().toLowerCase().slice(0, 40);
  const isAbout = /^(?:circa|c\.|c |ca\.?|about|approx|approximately|abt)/.test(clean);
  const bare = clean
    .replace(/^[a-z.]+\.?\s+(?=\d)/, (word) => (MONTHS.includes(word.trim().slice(0, 3)) ? word : ''))
    .replace(/^c\.(?=\d)/, '')
    .replace(/t\d.*$/, '');
  const span = exactSpanOf(bare);
  if (!span || !isAbout) return span;
  return {
    from: `${Number(span.from.slice(0, 4)) - 2}-01-01`,
    to: `${Number(span.to.slice(0, 4)) + 2}-12-31`,
    precision: 'span',
  };
}

function exactSpanOf(text: string): BirthSpan | undefined {
  let found = /^(\d{4})$/.exec(text);
  if (found) return yearSpan(found[1]!, found[1]!);
  found = /^(\d{4})\s*(?:-|–|\/|to|and|or)\s*(\d{4})$/.exec(text);
  if (found) return found[1]! <= found[2]! ? yearSpan(found[1]!, found[2]!) : undefined;
  found = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(text);
  if (found) {
    const month = Number(found[2]);
    return month === 0 ? yearSpan(found[1]!, found[1]!) : daySpan(found[1]!, month, Number(found[3] ?? 0));
  }
  found = /^(\d{1,2}|dd)[-/. ](\d{1,2}|mm)[-/. ](\d{4})$/.exec(text);
  if (found) {
    if (found[2] === 'mm' || Number(found[2]) === 0) return yearSpan(found[3]!, found[3]!);
    return daySpan(found[3]!, Number(found[2]), found[1] === 'dd' ? 0 : Number(found[1]));
  }
  found = /^(?:(\d{1,2})(?:st|nd|rd|th)?[ -])?([a-z]{3})[a-z]*[ -]?,?\s*(\d{4})$/.exec(text);
  if (found && MONTHS.includes(found[2]!))
    return daySpan(found[3]!, MONTHS.indexOf(found[2]!) + 1, Number(found[1] ?? 0));
  found = /^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})$/.exec(text);
  if (found && MONTHS.includes(found[1]!)) return daySpan(found[3]!, MONTHS.indexOf(found[1]!) + 1, Number(found[2]));
  return undefined;
}

/** How two birth dates stand to each other. */
export type BirthRelation = 'same day' | 'compatible' | 'day and month swapped' | 'near' | 'one figure' | 'different';

/** The relation of two birth dates; `near` is within two years where one of them is no exact day. */
export function birthRelation(a: BirthSpan, b: BirthSpan): BirthRelation {
  if (a.precision === 'day' && b.precision === 'day') {
    if (a.from === b.from) return 'same day';
    const [year, month, day] = a.from.split('-');
    if (b.from === `${year}-${day}-${month}`) return 'day and month swapped';
    return [...a.from].filter((figure, at) => figure !== b.from[at]).length === 1 ? 'one figure' : 'different';
  }
  if (a.from <= b.to && b.from <= a.to) return 'compatible';
  const gapYears = a.to < b.from ? yearsBetween(a.to, b.from) : yearsBetween(b.to, a.from);
  return gapYears <= 1 ? 'near' : 'different';
}

const yearsBetween = (earlier: string, later: string): number =>
  Number(later.slice(0, 4)) - Number(earlier.slice(0, 4));
