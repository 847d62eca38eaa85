import type { Answer } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { Report } from '../../../list/report';
import { TotalsRow } from '../../../list/totals-row';
import { label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice } from '../../../ui/notice';
import { useLastClosedDay } from './closed-day';

type Movements = Answer<'getProvisionMovements'>;
type Movement = Movements['data'][number];

const amount = (key: keyof Movement, header: string, isSecondary = true): Column<Movement> => ({
  key,
  header,
  cell: (row) => <Money amount={(row[key] as number) || null} />,
  isNumber: true,
  isSecondary,
});

const COLUMNS: readonly Column<Movement>[] = [
  { key: 'class', header: 'Class', cell: (row) => label(row.classification) },
  amount('opening', 'Opening', false),
  amount('transferredIn', 'Moved in'),
  amount('transferredOut', 'Moved out'),
  amount('forNewLoans', 'New loans'),
  amount('increase', 'Increase'),
  amount('decrease', 'Decrease'),
  amount('used', 'Used'),
  amount('closing', 'Closing', false),
  amount('ledgerBalance', 'Ledger'),
  amount('difference', 'Difference'),
];

/** How the provisions of each class came from one day to another, and whether the ledger holds them. */
export function MovementsPart() {
  const last = useLastClosedDay();
  return (
    <Report
      of={{
        operation: 'getProvisionMovements',
        title: 'Movements of provisions',
        isPart: true,
        intro: 'Opening, movements and closing of each class, beside the ledger by value date.',
        filters: ['StartDate', 'EndDate', 'BranchCode', 'ProductCode'],
        labels: { StartDate: 'From', EndDate: 'Until', BranchCode: 'Branch', ProductCode: 'Product' },
        defaults: { StartDate: `${last.slice(0, 7)}-01`, EndDate: last },
      }}
    >
      {(data) => (
        <>
          {data.totals.difference !== 0 && (
            <Notice tone="danger">
              The ledger differs from the provisions by <Money amount={data.totals.difference} />.
            </Notice>
          )}
          <Card title="By class" isFlush>
            <ByClass data={data} />
          </Card>
          <Card title="Prudential and expected loss">
            <Facts
              columns={3}
              of={[
                ['Prudential provision', <Money amount={data.prudentialProvision} />],
                ['Expected loss', <Money amount={data.expectedLoss} />],
                ['Regulatory risk reserve', <Money amount={data.regulatoryRiskReserve} />],
              ]}
            />
          </Card>
        </>
      )}
    </Report>
  );
}

function ByClass({ data }: { data: Movements }) {
  if (data.data.length === 0) return <Empty title="No provisions are booked in these days" />;
  return (
    <DataTable
      caption="Movements of provisions by class"
      columns={COLUMNS}
      rows={data.data}
      rowKey={(row) => row.classification}
      foot={
        <TotalsRow
          columns={COLUMNS}
          title="All"
          cells={Object.fromEntries(COLUMNS.slice(1).map(({ key, cell }) => [key, cell(data.totals as Movement)]))}
        />
      }
    />
  );
}
