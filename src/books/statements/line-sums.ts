import type { GlCategory } from '../../ledger/chart/gl-account.entity';
import { normalSideOf } from '../../ledger/chart/normal-side';
import type { LedgerBalance } from '../balances/ledger-balances';
import { type LayoutLine, layoutLines, lineIndexOf } from './statement-layout';

/** An amount of a statement at its date or in its period, a month earlier and a year earlier. */
export type Amounts = readonly [current: bigint, previousPeriod: bigint, previousYear: bigint];

const NO_COMPARED_AMOUNTS: Amounts = [0n, 0n, 0n];

/** A ledger with its debits less credits. */
export interface LedgerNet extends Pick<LedgerBalance, 'id' | 'code' | 'name' | 'category'> {
  net: Amounts;
}

/** A line with its ledgers; amounts are above zero on the normal side of the category. */
export interface SummedLine {
  category: GlCategory;
  title: string;
  amounts: Amounts;
  ledgers: { code: string; name: string; amounts: Amounts }[];
}

export function addAmounts(a: Amounts, b: Amounts): Amounts {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function negative([current, previousPeriod, previousYear]: Amounts): Amounts {
  return [-current, -previousPeriod, -previousYear];
}

export function isZero(amounts: Amounts): boolean {
  return amounts.every((kobo) => kobo === 0n);
}

/** The sum of the amounts of some rows. */
export function totalOf(rows: readonly { amounts: Amounts }[]): Amounts {
  return rows.reduce((sum, { amounts }) => addAmounts(sum, amounts), NO_COMPARED_AMOUNTS);
}

/** The lines of some categories, in the order of the layout. Every ledger of the categories is in exactly one. */
export function lineSums(
  ledgers: readonly LedgerNet[],
  layout: readonly LayoutLine[],
  categories: readonly GlCategory[],
): SummedLine[] {
  const laidOut = layoutLines(layout, categories);
  const lines = laidOut.map(({ category, title }): SummedLine & { ledgers: SummedLine['ledgers'] } => ({
    category,
    title,
    amounts: NO_COMPARED_AMOUNTS,
    ledgers: [],
  }));
  for (const ledger of ledgers.filter(({ category }) => categories.includes(category))) {
    const line = lines[lineIndexOf(laidOut, ledger)]!;
    const amounts = normalSideOf(ledger.category) === 'debit' ? ledger.net : negative(ledger.net);
    line.amounts = addAmounts(line.amounts, amounts);
    if (!isZero(amounts)) line.ledgers.push({ code: ledger.code, name: ledger.name, amounts });
  }
  return lines;
}
