import { GL_CATEGORIES, type GlCategory } from '../../ledger/chart/gl-account.entity';

/** A line of a financial statement, and the ledgers that it adds up. */
export interface LayoutLine {
  title: string;
  category: GlCategory;
  /** Codes of ledgers; a code that ends with `*` stands for all codes that begin so. */
  ledgers: readonly string[];
}

/** The last line of each category takes every ledger that no other line names, so that no ledger is left out. */
const OTHERS: Record<GlCategory, string> = {
  Asset: 'Other assets',
  Liability: 'Other liabilities',
  Equity: 'Other reserves',
  Income: 'Other income',
  Expense: 'Other operating expenses',
};

/**
 * The lines of the balance sheet and of the profit and loss account, for the charts of accounts that institutions begin
 * with. An institution replaces them by the configuration key `STATEMENT_LAYOUT`.
 */
export const STANDARD_LAYOUT: readonly LayoutLine[] = [
  { title: 'Cash and balances with the Central Bank', category: 'Asset', ledgers: ['1010', '1020', '1060', '1065'] },
  { title: 'Due from other banks', category: 'Asset', ledgers: ['1030', '1070', '1075'] },
  { title: 'Treasury bills', category: 'Asset', ledgers: ['1080'] },
  { title: 'Loans and advances', category: 'Asset', ledgers: ['1100', '1105'] },
  {
    title: 'Interest and fees receivable',
    category: 'Asset',
    ledgers: ['1050', '1110', '1120', '1130', '1140'],
  },
  { title: 'Allowance for loan losses', category: 'Asset', ledgers: ['1190'] },
  { title: 'Savings deposits', category: 'Liability', ledgers: ['2010'] },
  { title: 'Current deposits', category: 'Liability', ledgers: ['2020'] },
  { title: 'Term deposits', category: 'Liability', ledgers: ['2105'] },
  { title: 'Settlement and collections', category: 'Liability', ledgers: ['2030', '2035', '2100', '2110', '2120'] },
  { title: 'Taxes payable', category: 'Liability', ledgers: ['2040', '2050', '2060'] },
  { title: 'Interest payable', category: 'Liability', ledgers: ['2065'] },
  { title: 'Unearned income and interest in suspense', category: 'Liability', ledgers: ['2090', '2095'] },
  { title: 'Share capital', category: 'Equity', ledgers: ['3010'] },
  { title: 'Retained earnings', category: 'Equity', ledgers: ['3020'] },
  { title: 'Statutory reserve', category: 'Equity', ledgers: ['3030'] },
  { title: 'Regulatory risk reserve', category: 'Equity', ledgers: ['3040'] },
  { title: 'Interest income', category: 'Income', ledgers: ['4020', '4040', '4080'] },
  { title: 'Fees and commissions', category: 'Income', ledgers: ['4010', '4030', '4050', '4070'] },
  { title: 'Recoveries of loans written off', category: 'Income', ledgers: ['4060'] },
  { title: 'Interest expense', category: 'Expense', ledgers: ['5010'] },
  { title: 'Impairment of loans', category: 'Expense', ledgers: ['5030', '5050'] },
];

/** The lines of some categories, each category with its line for all other ledgers. */
export function layoutLines(layout: readonly LayoutLine[], categories: readonly GlCategory[]): LayoutLine[] {
  return categories.flatMap((category) => [
    ...layout.filter((line) => line.category === category),
    { title: OTHERS[category], category, ledgers: ['*'] },
  ]);
}

/** The place in `lines` of the line to which a ledger belongs: the first of its category that names it. */
export function lineIndexOf(
  lines: readonly LayoutLine[],
  { code, category }: { code: string; category: GlCategory },
): number {
  return lines.findIndex(
    (line) =>
      line.category === category &&
      line.ledgers.some((named) => (named.endsWith('*') ? code.startsWith(named.slice(0, -1)) : code === named)),
  );
}

const LINES_MAX = 200;
const LEDGERS_MAX = 100;
const CODE = /^([A-Za-z0-9][A-Za-z0-9.-]{0,19}\*?|\*)$/;
const TITLE_LENGTH_MAX = 100;

/** Returns the problem of a value of `STATEMENT_LAYOUT` in words that follow "The value"; undefined for a valid one. */
export function layoutViolation(value: string): string | undefined {
  const { lines } = JSON.parse(value) as { lines?: unknown };
  if (!Array.isArray(lines) || lines.length > LINES_MAX) return `must have lines, at most ${LINES_MAX}`;
  const wrong = lines.findIndex((line: unknown) => !isLine(line));
  return wrong < 0
    ? undefined
    : `must have a title, a category (${GL_CATEGORIES.join(', ')}) and codes of ledgers in line ${wrong + 1}`;
}

function isLine(line: unknown): line is LayoutLine {
  if (typeof line !== 'object' || line === null) return false;
  const { title, category, ledgers } = line as Record<string, unknown>;
  return (
    typeof title === 'string' &&
    title.trim() !== '' &&
    title.length <= TITLE_LENGTH_MAX &&
    (GL_CATEGORIES as readonly unknown[]).includes(category) &&
    Array.isArray(ledgers) &&
    ledgers.length > 0 &&
    ledgers.length <= LEDGERS_MAX &&
    ledgers.every((code) => typeof code === 'string' && CODE.test(code))
  );
}

/** The layout of an institution. @param value of `STATEMENT_LAYOUT`. */
export function layoutOf(value: string | undefined): readonly LayoutLine[] {
  return value === undefined ? STANDARD_LAYOUT : (JSON.parse(value) as { lines: LayoutLine[] }).lines;
}
