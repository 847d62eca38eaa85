import { koboToNaira } from '../../common/money/naira';
import { entriesAddress, type ReportedPart } from '../entries-address';
import type { Amounts, SummedLine } from './line-sums';
import type { StatementAmountsView, StatementLineView } from './statements.dto';

export function comparedAmountsView([current, previousPeriod, previousYear]: Amounts): StatementAmountsView {
  return {
    amount: koboToNaira(current),
    previousPeriod: koboToNaira(previousPeriod),
    previousYear: koboToNaira(previousYear),
  };
}

/** A line whose ledgers name the address of their entries. */
export function lineView({ category, title, amounts, ledgers }: SummedLine, part: ReportedPart): StatementLineView {
  return {
    category,
    title,
    ...comparedAmountsView(amounts),
    ledgers: ledgers.map(({ code, name, amounts: own }) => ({
      code,
      name,
      ...comparedAmountsView(own),
      entries: entriesAddress(code, part),
    })),
  };
}
