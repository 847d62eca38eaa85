import type { Row } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { Report } from '../../../list/report';
import { count } from '../../../rules/naira';
import { label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';

type Gap = Row<'getKycDataQuality'>;

const COLUMNS: Column<Gap>[] = [
  { key: 'field', header: 'Field', cell: ({ field }) => label(field) },
  { key: 'missing', header: 'Missing', cell: ({ missing }) => count(missing), isNumber: true },
  {
    key: 'customers',
    header: 'Customers',
    cell: ({ customers }) => count(customers),
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'share',
    header: 'Share',
    cell: ({ share }) => `${(share * 100).toLocaleString('en-NG', { maximumFractionDigits: 1 })} %`,
    isNumber: true,
  },
];

/** How many records of customers lack each field, by the kind of customer. */
export function KycGaps() {
  return (
    <Report
      of={{
        operation: 'getKycDataQuality',
        title: 'Data of customers',
        isPart: true,
        filters: [],
        formats: ['CSV', 'Excel'],
      }}
    >
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="No customers">A field that customers lack appears here.</Empty>
        ) : (
          <>
            {[...new Set(data.map(({ customerType }) => customerType))].map((customerType) => (
              <Card key={customerType} title={customerType} isFlush>
                <DataTable
                  caption={`Missing fields of customers of the type ${customerType}`}
                  columns={COLUMNS}
                  rows={data.filter((row) => row.customerType === customerType)}
                  rowKey={({ field }) => field}
                />
              </Card>
            ))}
          </>
        )
      }
    </Report>
  );
}
