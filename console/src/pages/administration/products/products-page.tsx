import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { CREATE_PRODUCT } from './product-actions';
import { percent, typeText } from './product-words';

const LIST: ListDefinition<'listProducts'> = {
  operation: 'listProducts',
  title: 'Products',
  intro: 'What customers can have: accounts, fixed deposits and loans, with their terms.',
  tabs: [
    { title: 'All', search: {} },
    { title: 'Savings', search: { ProductType: 'Savings' } },
    { title: 'Current', search: { ProductType: 'Current' } },
    { title: 'Fixed deposits', search: { ProductType: 'FixedDeposit' } },
    { title: 'Loans', search: { ProductType: 'Loan' } },
    { title: 'Group loans', search: { ProductType: 'GroupLoan' } },
  ],
  filters: ['ProductName', 'ProductCode'],
  labels: { ProductName: 'Name', ProductCode: 'Code' },
  columns: [
    {
      key: 'name',
      header: 'Product',
      sort: 'productName',
      cell: (row) => <RecordLink to={`/admin/products/${row.productCode}`}>{row.productName}</RecordLink>,
    },
    { key: 'code', header: 'Code', sort: 'productCode', cell: (row) => row.productCode },
    { key: 'type', header: 'Kind', cell: (row) => typeText(row.productType), isSecondary: true },
    { key: 'rate', header: 'Interest', isNumber: true, cell: (row) => percent(row.interestRate) },
    {
      key: 'extras',
      header: 'Rates and fees',
      isSecondary: true,
      isNumber: true,
      cell: (row) => `${row.rates.length} / ${row.fees.length}`,
    },
    { key: 'ledger', header: 'Control ledger', cell: (row) => row.controlLedgerCode, isSecondary: true },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => row.productCode,
  opens: (row) => `/admin/products/${row.productCode}`,
  actions: [CREATE_PRODUCT],
  empty: 'Create the first product; it needs its ledgers first.',
};

export default function ProductsPage() {
  return <ListPage of={LIST} />;
}
