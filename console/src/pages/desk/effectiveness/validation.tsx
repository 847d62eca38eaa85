import type { Row } from '../../../api/client';
import { useSession } from '../../../app/session';
import { type Column, DataTable } from '../../../list/data-table';
import { Report } from '../../../list/report';
import { count } from '../../../rules/naira';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { sourceText } from '../alerts/alert-words';

type ValidationRow = Row<'getAmlModelValidation'>;

const percent = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toLocaleString('en-NG', { maximumFractionDigits: 1 })} %`;
const hours = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en-NG', { maximumFractionDigits: 1 });

const COLUMNS: Column<ValidationRow>[] = [
  {
    key: 'source',
    header: 'Rule or scenario',
    cell: (row) => (
      <>
        <b>{row.publicName}</b>
        <span className="block text-sm text-muted">
          {sourceText(row)} {row.sourceId}
          {row.sourceVersion && `, version ${row.sourceVersion}`}
        </span>
      </>
    ),
  },
  { key: 'alerts', header: 'Alerts', cell: (row) => count(row.alerts), isNumber: true },
  { key: 'before', header: 'Month before', cell: (row) => count(row.alertsBefore), isNumber: true, isSecondary: true },
  { key: 'decided', header: 'Decided', cell: (row) => count(row.decided), isNumber: true, isSecondary: true },
  { key: 'true', header: 'True positives', cell: (row) => count(row.truePositives), isNumber: true, isSecondary: true },
  { key: 'precision', header: 'Share', cell: (row) => percent(row.precision), isNumber: true },
  { key: 'reported', header: 'Reported', cell: (row) => count(row.reported), isNumber: true, isSecondary: true },
  {
    key: 'wrong',
    header: 'Closed wrongly',
    cell: (row) => count(row.closedWrongly),
    isNumber: true,
    isSecondary: true,
  },
  { key: 'median', header: 'Median hours', cell: (row) => hours(row.medianHours), isNumber: true, isSecondary: true },
];

/** The alerts of each rule, scenario and list in a month, with the share that was true. */
export function Validation() {
  const { businessDate } = useSession().view;
  return (
    <Report
      of={{
        operation: 'getAmlModelValidation',
        title: 'Rules and scenarios',
        isPart: true,
        filters: ['Month'],
        labels: { Month: 'Month, such as 2026-11' },
        defaults: { Month: businessDate.slice(0, 7) },
        formats: ['CSV', 'Excel'],
      }}
    >
      {({ data }) => (
        <>
          <Card title="Alerts by source" isFlush>
            {data.length === 0 ? (
              <Empty title="No alerts">Nothing was found in this month or the one before.</Empty>
            ) : (
              <DataTable
                caption="Alerts by source"
                columns={COLUMNS}
                rows={data}
                rowKey={(row) => `${row.source} ${row.sourceId} ${row.sourceVersion}`}
              />
            )}
          </Card>
          {data.length > 0 && <Sensitivity rows={data} />}
        </>
      )}
    </Report>
  );
}

/** How many alerts each least score would have left. */
function Sensitivity({ rows }: { rows: readonly ValidationRow[] }) {
  const scores = rows[0]!.sensitivity.map(({ score }) => score);
  const columns: Column<ValidationRow>[] = [
    { key: 'source', header: 'Rule or scenario', cell: (row) => row.publicName },
    ...scores.map((score, index) => ({
      key: String(score),
      header: `From ${score}`,
      cell: (row: ValidationRow) => {
        const left = row.sensitivity[index];
        return left ? `${count(left.alerts)} (${count(left.truePositives)})` : '–';
      },
      isNumber: true,
      isSecondary: index % 2 === 1,
    })),
  ];
  return (
    <Card title="Alerts that another least score would have left, in brackets the true positives" isFlush>
      <DataTable
        caption="Alerts by least score"
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.source} ${row.sourceId} ${row.sourceVersion}`}
      />
    </Card>
  );
}
