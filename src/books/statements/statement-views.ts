import { koboToNaira } from '../../common/money/naira';
import type { Amounts, SummedLine } from './line-sums';
import type { StatementAmountsView, StatementLineView } from './statements.dto';

export function comparedAmountsView([current, previousMonth, previousYear]: Amounts): StatementAmountsView {
  return {
    amount: koboToNaira(current),
    previousMonth: koboToNaira(previousMonth),
    previousYear: koboToNaira(previousYear),
  };
}

export function lineView({ category, title, amounts, ledgers }: SummedLine): StatementLineView {
  return {
    category,
    title,
    ...comparedAmountsView(amounts),
    ledgers: ledgers.map(({ code, name, amounts: own }) => ({ code, name, ...comparedAmountsView(own) })),
  };
}
