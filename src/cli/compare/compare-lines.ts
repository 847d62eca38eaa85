import type { Tx } from '../../common/database/unit-of-work';
import type { CsvRecord } from '../../common/files/csv-reader';
import { readBalance, readLoan, type TheirBalance, type TheirLoan } from './compared-lines';
import {
  arrearsDaysOf,
  type DifferenceCategory,
  explainArrears,
  explainBalance,
  explainInterest,
  explainPrincipal,
  type Explanation,
} from './explain-difference';
import { entriesNear, ourBalances, type OurFigures, ourLoans, principalNear } from './our-figures';

/** A figure that differs; amounts are in kobo, arrears in days. */
export interface Difference {
  file: string;
  line: number;
  number: string;
  date: string;
  figure: string;
  theirs: string;
  ours: string;
  category: DifferenceCategory;
  note: string;
}

/** The result of some lines: how many figures were compared, and those that differ. */
export interface Compared {
  figures: number;
  differences: Difference[];
}

/** The books to compare with. */
export interface OurBooks {
  tx: Tx;
  institutionId: number;
  /** The last closed business date. */
  closedThrough: string;
}

/** Compares a line of one kind, once the figures of its chunk are known. */
interface LineKind<Theirs extends { number: string; date: string }, Ours> {
  file: string;
  unknown: DifferenceCategory;
  read: (fields: Record<string, string>) => Theirs | string;
  find: (tx: Tx, institutionId: number, asked: readonly Theirs[]) => Promise<OurFigures<Ours>>;
  compare: (books: OurBooks, theirs: Theirs, ours: Ours) => Promise<Figure[]>;
}

/** A compared figure of a line. */
interface Figure {
  figure: string;
  theirs: bigint | number;
  ours: bigint | number;
  explanation: Explanation | null;
}

const BALANCES: LineKind<TheirBalance, NonNullable<ReturnType<Awaited<ReturnType<typeof ourBalances>>>>> = {
  file: 'balances.csv',
  unknown: 'UnknownAccount',
  read: readBalance,
  find: (tx, institutionId, asked) => ourBalances(tx, institutionId, askedOf(asked)),
  compare: async ({ tx, institutionId }, { date, balanceKobo, interestKobo }, ours) => {
    const differs = balanceKobo !== ours.balanceKobo;
    const nearby = differs ? await entriesNear(tx, institutionId, ours.accountId, date) : [];
    const facts = { date, theirsKobo: balanceKobo, oursKobo: ours.balanceKobo, oursByValueKobo: ours.byValueKobo };
    const balance = { figure: 'balance', theirs: balanceKobo, ours: ours.balanceKobo };
    return [
      { ...balance, explanation: explainBalance({ ...facts, nearby }) },
      ...interestOf(interestKobo, ours.interestKobo, ours.accruedDays, differs),
    ];
  },
};

const LOANS: LineKind<TheirLoan, NonNullable<ReturnType<Awaited<ReturnType<typeof ourLoans>>>>> = {
  file: 'loans.csv',
  unknown: 'UnknownLoan',
  read: readLoan,
  find: (tx, institutionId, asked) => ourLoans(tx, institutionId, askedOf(asked)),
  compare: async ({ tx, institutionId }, theirs, ours) => {
    const { date, principalKobo, interestKobo, arrearsDays } = theirs;
    const differs = principalKobo !== ours.principalKobo;
    const nearby = differs ? await principalNear(tx, institutionId, ours.loanId, date) : [];
    const principal = { figure: 'principal', theirs: principalKobo, ours: ours.principalKobo };
    const explanation = explainPrincipal({ date, theirsKobo: principalKobo, oursKobo: ours.principalKobo, nearby });
    const interest = interestOf(interestKobo, ours.interestKobo, ours.accruedDays, differs);
    const { overdueSince } = ours;
    const amountsDiffer = differs || interest.some((figure) => figure.explanation !== null);
    const arrears = (days: number): Figure => ({
      figure: 'arrears_days',
      theirs: days,
      ours: arrearsDaysOf({ date, overdueSince }),
      explanation: explainArrears({ date, theirs: days, overdueSince, amountsDiffer }),
    });
    return [{ ...principal, explanation }, ...interest, ...(arrearsDays === undefined ? [] : [arrears(arrearsDays)])];
  },
};

function askedOf(lines: readonly { number: string; date: string }[]): { number: string; date: string }[] {
  return lines.map(({ number, date }) => ({ number, date }));
}

function interestOf(theirs: bigint | undefined, ours: bigint, days: number, balanceDiffers: boolean): Figure[] {
  if (theirs === undefined) return [];
  const explanation = explainInterest({ theirsKobo: theirs, oursKobo: ours, days, balanceDiffers });
  return [{ figure: 'interest', theirs, ours, explanation }];
}

/** Compares lines of `balances.csv`. */
export const compareBalances = (books: OurBooks, records: readonly CsvRecord[]): Promise<Compared> =>
  compareLines(books, records, BALANCES);

/** Compares lines of `loans.csv`. */
export const compareLoans = (books: OurBooks, records: readonly CsvRecord[]): Promise<Compared> =>
  compareLines(books, records, LOANS);

async function compareLines<Theirs extends { number: string; date: string }, Ours>(
  books: OurBooks,
  records: readonly CsvRecord[],
  { file, unknown, read, find, compare }: LineKind<Theirs, Ours>,
): Promise<Compared> {
  const compared: Compared = { figures: 0, differences: [] };
  const lines = records.map(({ line, fields }) => ({ line, theirs: read(fields) }));
  const readable = lines.flatMap(({ theirs }) => (typeof theirs === 'string' ? [] : [theirs]));
  const figuresOf = await find(books.tx, books.institutionId, readable);
  for (const { line, theirs } of lines) {
    const whole = (number: string, date: string, category: DifferenceCategory, note: string): void =>
      void compared.differences.push({ file, line, number, date, figure: '', theirs: '', ours: '', category, note });
    if (typeof theirs === 'string') {
      whole('', '', 'Unreadable', theirs);
      continue;
    }
    const { number, date } = theirs;
    if (date > books.closedThrough) {
      whole(number, date, 'DateNotClosed', `the last closed date here is ${books.closedThrough}`);
      continue;
    }
    const ours = figuresOf(theirs);
    if (!ours) {
      whole(number, date, unknown, 'no record here has this number');
      continue;
    }
    for (const { figure, theirs: said, ours: own, explanation } of await compare(books, theirs, ours)) {
      compared.figures += 1;
      if (explanation)
        compared.differences.push({
          ...{ file, line, number, date, figure, theirs: String(said), ours: String(own) },
          ...explanation,
        });
    }
  }
  return compared;
}
