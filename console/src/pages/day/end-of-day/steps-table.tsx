import { type Column, DataTable } from '../../../list/data-table';
import { count } from '../../../rules/naira';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import type { Progress } from './end-of-day-page';

type Step = Progress['steps'][number];

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** How long a step took, or has taken until now. */
function duration({ startedAt, finishedAt }: Step): string {
  if (!startedAt) return '–';
  const seconds = (Date.parse(finishedAt ?? new Date().toISOString()) - Date.parse(startedAt)) / SECOND_MS;
  if (seconds < 1) return 'under 1 s';
  return seconds < MINUTE_S ? `${Math.round(seconds)} s` : `${Math.floor(seconds / MINUTE_S)} min`;
}

/** The sum that the step booked; null while that is not known. */
function booked({ totalsBefore, totalsAfter }: Step): number | null {
  return totalsBefore && totalsAfter ? Number(totalsAfter.debits) - Number(totalsBefore.debits) : null;
}

/** How far the step is: of how many rows, and how fast, while it runs. */
function rows({ status, rowsDone, rowsExpected, rowsPerSecond }: Step): string {
  if (status !== 'Running') return count(rowsDone);
  const of = rowsExpected === null ? '' : ` of about ${count(rowsExpected)}`;
  return `${count(rowsDone)}${of}${rowsPerSecond === null ? '' : `, ${count(rowsPerSecond)} a second`}`;
}

const COLUMNS: readonly Column<Step>[] = [
  { key: 'step', header: 'Step', cell: (row) => row.title },
  { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
  { key: 'rows', header: 'Rows done', cell: rows, isNumber: true },
  {
    key: 'exceptions',
    header: 'Exceptions',
    cell: (row) =>
      row.openExceptions > 0 ? (
        <Pill status={String(row.openExceptions)} text={count(row.openExceptions)} tone="danger" />
      ) : (
        '–'
      ),
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'booked',
    header: 'Booked',
    cell: (row) => <Money amount={booked(row) ?? null} />,
    isNumber: true,
    isSecondary: true,
  },
  { key: 'time', header: 'Time', cell: duration, isNumber: true, isSecondary: true },
];

/** The steps of one closing. */
export function StepsTable({ title, steps }: { title: string; steps: readonly Step[] }) {
  return (
    <Card title={title} isFlush>
      {steps.length === 0 ? (
        <Empty title="No day has been closed">The steps stand here with the first end of day.</Empty>
      ) : (
        <DataTable caption={title} columns={COLUMNS} rows={steps} rowKey={(row) => row.step} />
      )}
    </Card>
  );
}
