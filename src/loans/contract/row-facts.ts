import { koboToNaira } from '../../common/money/naira';
import { LOAN_COMPONENTS } from '../../products/terms/loan-enumerations';
import { dueOf, paidOf } from './instalment-amounts';
import { type ComponentAmounts } from './loan-components';
import type { LoanInstalment } from './loan-instalment.entity';

/** A row of a schedule as the loan's history keeps it when another schedule replaces it. Naira. */
export function rowFacts(row: LoanInstalment): Record<string, unknown> {
  const { id, number, dueDate, openingBalanceKobo, closingBalanceKobo } = row;
  return {
    id,
    number,
    dueDate,
    openingBalance: koboToNaira(openingBalanceKobo),
    closingBalance: koboToNaira(closingBalanceKobo),
    due: nairaOf(dueOf(row)),
    paid: nairaOf(paidOf(row)),
  };
}

function nairaOf(amounts: ComponentAmounts): Record<string, number> {
  return Object.fromEntries(LOAN_COMPONENTS.map((component) => [component, koboToNaira(amounts[component])]));
}
