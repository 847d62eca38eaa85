import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { plural } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { When } from '../../../ui/when';

type Repeat = Answer<'listAmlHolds'>['data'][number];

const SHOWN = 50;

/** The movements that repeat a hold, which are decided with it; nothing where there are none. */
export function HoldRepeats({ approvalId, repeats }: { approvalId: number; repeats: number }) {
  const list = useQuery({
    queryKey: ['listAmlHolds', 'repeats', approvalId],
    queryFn: ({ signal }) =>
      read('listAmlHolds', {
        query: { RepeatOf: approvalId, SortColumn: 'amount', Direction: 'Desc', PageSize: SHOWN },
        signal,
      }),
    enabled: repeats > 0,
  });
  if (repeats === 0) return null;
  if (list.error) return <ProblemNotice problem={list.error} retry={() => void list.refetch()} />;
  return (
    <Card title={`Decided with it: ${plural(repeats, 'further movement')}`} isFlush>
      <DataTable
        caption={repeats > SHOWN ? `The ${SHOWN} largest of them` : 'Movements that repeat the held one'}
        columns={COLUMNS}
        rows={list.data?.data ?? []}
        rowKey={(row) => String(row.approvalId)}
      />
    </Card>
  );
}

const COLUMNS: Column<Repeat>[] = [
  { key: 'at', header: 'Held', cell: (row) => <When at={row.heldAt} /> },
  { key: 'amount', header: 'Amount', isNumber: true, cell: (row) => <Money amount={row.amount} /> },
  { key: 'from', header: 'From', cell: (row) => row.sourceAccounts.join(', ') },
  { key: 'to', header: 'To', cell: (row) => row.destinationAccounts.join(', ') },
  { key: 'reference', header: 'Reference', cell: (row) => row.referenceNumber },
  { key: 'status', header: 'State', cell: (row) => <Pill status={row.currentStatus} /> },
];
