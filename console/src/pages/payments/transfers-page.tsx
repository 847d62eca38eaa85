import type { Row } from '../../api/client';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { paymentColumns } from './payment-columns';

const TRANSFERS: ListDefinition<'listTransfers'> = {
  operation: 'listTransfers',
  exports: 'transfers',
  title: 'Transfers',
  intro: 'Transfers within the institution and to other institutions, newest first.',
  columns: [
    ...paymentColumns<Row<'listTransfers'>>((row) => ({
      kind: 'transfer',
      number: row.postingReferenceNumber,
      reference: row.transactionReference,
    })),
    {
      key: 'from',
      header: 'From',
      cell: (row) => <Party number={row.debitAccount} name={row.debitAccountName} />,
      isSecondary: true,
    },
    {
      key: 'to',
      header: 'To',
      cell: (row) => (
        <Party
          number={row.creditAccount}
          name={row.creditAccountName}
          bank={row.transferType === 'Outward' ? row.beneficiaryBankName : undefined}
        />
      ),
      isSecondary: true,
    },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    {
      key: 'status',
      header: 'State',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <Pill status={row.processingStatus} />
          {row.amlHold && row.processingStatus !== 'Processed' && <Pill status="Held" text="AML hold" />}
        </span>
      ),
    },
  ],
  rowKey: (row) => row.postingReferenceNumber,
  opens: (row) => recordAddress('transfer', row.postingReferenceNumber),
  tabs: [
    { title: 'All', search: {} },
    { title: 'To other institutions', search: { TransferType: 'Outward' } },
    { title: 'Within the institution', search: { TransferType: 'Local' } },
  ],
  filters: ['TransactionReference', 'AccountNumber', 'ProcessingStatus', 'StartDate', 'EndDate'],
  labels: {
    TransactionReference: 'Reference',
    AccountNumber: 'Account',
    ProcessingStatus: 'State',
    StartDate: 'From',
    EndDate: 'Until',
  },
  empty: 'A transfer appears here when an API client asks for one.',
};

function Party({ number, name, bank }: { number: string; name: string; bank?: string }) {
  return (
    <>
      {name}
      <span className="block text-sm text-muted">
        {number}
        {bank && `, ${bank}`}
      </span>
    </>
  );
}

export default function TransfersPage() {
  return <ListPage of={TRANSFERS} />;
}
