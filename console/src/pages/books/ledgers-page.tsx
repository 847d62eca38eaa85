import type { Row } from '../../api/client';
import { action } from '../../form/action';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { Money } from '../../ui/money';
import { RecordLink } from '../../ui/record-link';
import { ledgerAddress } from './ledger-address';

type Ledger = Row<'listLedgers'>;

const LEDGERS: ListDefinition<'listLedgers'> = {
  operation: 'listLedgers',
  title: 'Chart of accounts',
  intro: 'All ledgers with their balances of this moment. A control ledger is the sum of its accounts.',
  tabs: [
    { title: 'All', search: {} },
    { title: 'Assets', search: { Category: 'Asset' } },
    { title: 'Liabilities', search: { Category: 'Liability' } },
    { title: 'Equity', search: { Category: 'Equity' } },
    { title: 'Income', search: { Category: 'Income' } },
    { title: 'Expenses', search: { Category: 'Expense' } },
  ],
  filters: ['Code', 'Name'],
  columns: [
    {
      key: 'code',
      header: 'Code',
      cell: (row) => <RecordLink to={ledgerAddress(row.code)}>{row.code}</RecordLink>,
      sort: 'Code',
    },
    { key: 'name', header: 'Name', cell: (row) => row.name, sort: 'Name' },
    { key: 'category', header: 'Category', cell: (row) => row.category, isSecondary: true },
    { key: 'kind', header: 'Kind', cell: kindOf, isSecondary: true },
    {
      key: 'debits',
      header: 'Debits',
      cell: (row) => <Money amount={row.debits || null} />,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'credits',
      header: 'Credits',
      cell: (row) => <Money amount={row.credits || null} />,
      isNumber: true,
      isSecondary: true,
    },
    { key: 'balance', header: 'Balance', cell: (row) => <Money amount={row.balance || null} />, isNumber: true },
  ],
  rowKey: (row) => row.code,
  opens: (row) => ledgerAddress(row.code),
  actions: [
    action<undefined>()({
      operation: 'createLedger',
      title: 'Open a ledger',
      labels: {
        isControl: 'Control ledger',
        allowApi: 'API clients may post to it',
        takesFees: 'Transfers may credit fees to it',
        cash: 'Holds cash',
        allowNegative: 'May go below zero',
      },
      consequence: () =>
        'It can be posted to at once, unless it is a control ledger. Code and category stay as they are for good. A ledger that takes fees needs the approval of a colleague.',
      done: 'The ledger has been opened.',
    }),
  ],
  rowActions: [
    action<Ledger>()({
      operation: 'updateLedger',
      title: 'Change the ledger',
      path: ({ code }) => ({ code }),
      initial: ({ takesFees }) => ({ takesFees }),
      isFor: ({ category }) => category === 'Income',
      labels: { takesFees: 'Transfers may credit fees to it' },
      consequence: ({ takesFees }) =>
        takesFees
          ? 'One person alone may end it; transfers that name the ledger for a fee are refused from then on.'
          : 'That a ledger takes fees needs the approval of a colleague; nothing changes before.',
      done: 'The ledger has been changed.',
    }),
  ],
  empty: 'Open the first ledger.',
};

function kindOf({ isControl, cash, takesFees }: Ledger): string {
  const kinds = [isControl && 'Control', cash && 'Cash', takesFees && 'Takes fees'].filter(Boolean);
  return kinds.join(', ') || '–';
}

export default function LedgersPage() {
  return <ListPage of={LEDGERS} />;
}
