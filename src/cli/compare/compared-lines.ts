import { isCalendarDate } from '../../common/time/calendar';

export const COMPARED_BALANCE_COLUMNS = ['account_number', 'date', 'balance', 'accrued_interest'] as const;
export const COMPARED_LOAN_COLUMNS = ['loan_number', 'date', 'principal', 'interest', 'arrears_days'] as const;

type Fields = Readonly<Record<string, string>>;

/** A balance of the old system; interest is undefined where it gives none. */
export interface TheirBalance {
  number: string;
  date: string;
  balanceKobo: bigint;
  interestKobo: bigint | undefined;
}

/** A loan of the old system; what is undefined is not compared. */
export interface TheirLoan {
  number: string;
  date: string;
  principalKobo: bigint;
  interestKobo: bigint | undefined;
  arrearsDays: number | undefined;
}

const NAIRA = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/** Reads a line of `balances.csv`. @returns the reason where it cannot be read */
export function readBalance({ account_number: number = '', date = '', ...fields }: Fields): TheirBalance | string {
  const balanceKobo = koboOf(fields.balance);
  const interestKobo = optional(fields.accrued_interest, koboOf);
  if (number === '') return 'account_number is missing';
  if (!isCalendarDate(date)) return 'date must be a date, YYYY-MM-DD';
  if (balanceKobo === undefined) return 'balance must be an amount in Naira';
  if (interestKobo === null) return 'accrued_interest must be an amount in Naira, or empty';
  return { number, date, balanceKobo, interestKobo };
}

/** Reads a line of `loans.csv`. @returns the reason where it cannot be read */
export function readLoan({ loan_number: number = '', date = '', ...fields }: Fields): TheirLoan | string {
  const principalKobo = koboOf(fields.principal);
  const interestKobo = optional(fields.interest, koboOf);
  const arrearsDays = optional(fields.arrears_days, daysOf);
  if (number === '') return 'loan_number is missing';
  if (!isCalendarDate(date)) return 'date must be a date, YYYY-MM-DD';
  if (principalKobo === undefined) return 'principal must be an amount in Naira';
  if (interestKobo === null) return 'interest must be an amount in Naira, or empty';
  if (arrearsDays === null) return 'arrears_days must be a whole number, or empty';
  return { number, date, principalKobo, interestKobo, arrearsDays };
}

function koboOf(text: string = ''): bigint | undefined {
  const [whole, sign, naira = '', decimals = ''] = NAIRA.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const kobo = BigInt(naira + decimals.padEnd(2, '0'));
  return sign === '-' ? -kobo : kobo;
}

const daysOf = (text: string): number | undefined => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined);

/** Undefined for an empty field, null for one that cannot be read. */
function optional<Value>(text: string = '', read: (text: string) => Value | undefined): Value | undefined | null {
  return text.trim() === '' ? undefined : (read(text) ?? null);
}
