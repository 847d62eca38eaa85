import type { Row } from '../../api/client';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { provider } from '../../rules/words';
import { Money } from '../../ui/money';
import { PageHead } from '../../ui/page-head';
import { Pill } from '../../ui/pill';
import { TabPanels } from '../../ui/tab-panels';
import { When } from '../../ui/when';
import { confirmTransfer, confirmVend } from './confirm-payment';
import { paymentColumns } from './payment-columns';

type Transfer = Row<'listUnresolvedTransfers'>;
type Bill = Row<'listUnresolvedVends'>;

/** Why a payment needs a person. */
function Why({ status, disputed }: { status: string; disputed: boolean }) {
  if (disputed) return <Pill status="Disputed" tone="danger" text="The provider contradicts" />;
  if (status === 'ConfirmManually') return <Pill status={status} text="Needs evidence" />;
  return <Pill status={status} text={status === 'Failed' ? 'Failed, not given back' : undefined} />;
}

const TRANSFERS: ListDefinition<'listUnresolvedTransfers'> = {
  operation: 'listUnresolvedTransfers',
  title: 'Transfers',
  isPart: true,
  columns: [
    ...paymentColumns<Transfer>(
      (row) => ({ kind: 'transfer', number: row.postingReferenceNumber, reference: row.transactionReference }),
      'transactionDate',
    ),
    {
      key: 'to',
      header: 'To',
      cell: (row) => (
        <>
          {row.beneficiaryAccountName}
          <span className="block text-sm text-muted">
            {row.beneficiaryBankName}, by {provider(row.provider)}
          </span>
        </>
      ),
      isSecondary: true,
    },
    { key: 'amount', header: 'Debited', cell: (row) => <Money amount={row.totalDebited} />, isNumber: true },
    { key: 'last', header: 'Last call', cell: (row) => <When at={row.lastAttemptAt} />, isSecondary: true },
    {
      key: 'why',
      header: 'Why',
      cell: (row) => <Why status={row.processingStatus} disputed={row.disputed} />,
    },
  ],
  rowKey: (row) => row.postingReferenceNumber,
  opens: (row) => recordAddress('transfer', row.postingReferenceNumber),
  rowActions: [confirmTransfer<Transfer>({ reference: (row) => row.transactionReference })],
  empty: 'A transfer appears here when the provider gives no final answer, or contradicts itself.',
};

const BILLS: ListDefinition<'listUnresolvedVends'> = {
  operation: 'listUnresolvedVends',
  title: 'Bill payments',
  isPart: true,
  columns: [
    ...paymentColumns<Bill>((row) => ({ kind: 'bill', number: row.postingReference, reference: row.paymentReference })),
    {
      key: 'biller',
      header: 'Biller',
      cell: (row) => (
        <>
          {row.billerName}
          <span className="block text-sm text-muted">
            {row.customerId}, by {provider(row.provider)}
          </span>
        </>
      ),
      isSecondary: true,
    },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    { key: 'last', header: 'Last call', cell: (row) => <When at={row.lastAttemptAt} />, isSecondary: true },
    { key: 'why', header: 'Why', cell: (row) => <Why status={row.vendStatus} disputed={row.disputed} /> },
  ],
  rowKey: (row) => row.postingReference,
  opens: (row) => recordAddress('bill', row.postingReference),
  rowActions: [confirmVend<Bill>({ reference: (row) => row.paymentReference })],
  empty: 'A bill payment appears here when the provider gives no final answer, or contradicts itself.',
};

/** Payments that no program can settle. */
export default function AttentionPage() {
  return (
    <div className="space-y-4">
      <PageHead
        title="Payments that need attention"
        intro="Find out from the provider what happened to the money, and confirm it with evidence. A colleague approves."
      />
      <TabPanels
        panels={[
          {
            name: 'transfers',
            title: 'Transfers',
            operation: 'listUnresolvedTransfers',
            content: () => <ListPage of={TRANSFERS} />,
          },
          {
            name: 'bills',
            title: 'Bill payments',
            operation: 'listUnresolvedVends',
            content: () => <ListPage of={BILLS} />,
          },
        ]}
      />
    </div>
  );
}
