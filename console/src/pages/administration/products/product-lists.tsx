import type { ListDefinition } from '../../../list/list-definition';
import { label } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { feeActions, rateActions } from './product-actions';
import { percent, RATE_BASES } from './product-words';

const CHARGED: Record<string, string> = {
  Disbursement: 'From the disbursement',
  Upfront: 'Before the disbursement',
  PerInstalment: 'With each instalment',
};

export function ratesOf(productCode: string): ListDefinition<'listProductRates'> {
  const { create, change } = rateActions(productCode);
  return {
    operation: 'listProductRates',
    title: 'Rates',
    isPart: true,
    path: { productCode },
    columns: [
      { key: 'name', header: 'Rate', cell: (row) => <span className="font-medium">{row.name}</span> },
      {
        key: 'rate',
        header: 'Interest',
        isNumber: true,
        cell: (row) => `${percent(row.interestRate)} ${RATE_BASES[row.rateBasis] ?? ''}`,
      },
      {
        key: 'tiers',
        header: 'By amount',
        isSecondary: true,
        cell: (row) =>
          row.tiers.length === 0
            ? '–'
            : row.tiers.map((tier) => (
                <span key={tier.fromAmount} className="block">
                  from <Money amount={tier.fromAmount} />: {percent(tier.interestRate)}
                </span>
              )),
      },
      { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
    ],
    rowKey: (row) => String(row.id),
    actions: [create],
    rowActions: [change],
    empty: 'Without a rate of its own, a contract has the product’s interest. Add a rate to offer another.',
  };
}

export function feesOf(productCode: string): ListDefinition<'listProductFees'> {
  const { create, change } = feeActions(productCode);
  return {
    operation: 'listProductFees',
    title: 'Fees',
    isPart: true,
    path: { productCode },
    columns: [
      { key: 'name', header: 'Fee', cell: (row) => <span className="font-medium">{row.name}</span> },
      {
        key: 'amount',
        header: 'Amount',
        isNumber: true,
        cell: (row) => (row.kind === 'Flat' ? <Money amount={row.amount} /> : `${percent(row.rate)} of the principal`),
      },
      {
        key: 'charged',
        header: 'Charged',
        cell: (row) => CHARGED[row.charged] ?? label(row.charged),
        isSecondary: true,
      },
      { key: 'vat', header: 'VAT', cell: (row) => (row.vatApplies ? 'On top' : 'None'), isSecondary: true },
      { key: 'ledger', header: 'Income ledger', cell: (row) => row.incomeLedgerCode, isSecondary: true },
      { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
    ],
    rowKey: (row) => String(row.id),
    actions: [create],
    rowActions: [change],
    empty: 'Add a fee; loans of the product may then name it.',
  };
}
