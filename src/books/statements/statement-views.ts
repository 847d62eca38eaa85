import { koboToNaira } from '../../common/money/naira';
import type { Amounts, StatementLine } from './line-sums';
import type { StatementAmountsView, StatementLineView } from './statements.dto';

export function amountsView([current, previousMonth, previousYear]: Amounts): StatementAmountsView {
  return {
    amount: koboToNaira(current),
    previousMonth: koboToNaira(previousMonth),
    previousYear: koboToNaira(previousYear),
  };
}

export function lineView({ category, title, amounts, ledgers }: StatementLine): StatementLineView {
  return {
    category,
    title,
    ...amountsView(amounts),
    ledgers: ledgers.map((ledger) => ({ code: ledger.code, name: ledger.name, ...amountsView(ledger.amounts) })),
  };
}
