import type { ReactNode } from 'react';
import { useSession } from '../../app/session';
import { type Column, DataTable } from '../../list/data-table';
import { Report, type Shown } from '../../list/report';
import { day, plusDays } from '../../rules/dates';
import { count } from '../../rules/naira';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { Notice } from '../../ui/notice';
import { Pill } from '../../ui/pill';

type Return = Shown<'getReturn'>;
type ReturnRow = Return['rows'][number];
type Tie = Return['ties'][number];

function columnsOf({ columns }: Return): Column<ReturnRow>[] {
  const strong = (row: ReturnRow, text: ReactNode) => (row.isTotal ? <strong>{text}</strong> : text);
  const shownFirst = columns.findIndex(({ kind }) => kind === 'money');
  return [
    { key: 'code', header: 'Line', cell: (row) => row.code ?? '', isSecondary: true },
    { key: 'title', header: 'Title', cell: (row) => strong(row, row.title) },
    ...columns.map((column, index): Column<ReturnRow> => ({
      key: String(index),
      header: column.title,
      isNumber: true,
      isSecondary: index !== shownFirst,
      cell: (row) => {
        const value = row.values[index];
        if (value === null || value === undefined) return '';
        return strong(row, column.kind === 'money' ? <Money amount={value || null} /> : count(value));
      },
    })),
  ];
}

const TIES: readonly Column<Tie>[] = [
  { key: 'title', header: 'Total', cell: (row) => row.title },
  {
    key: 'return',
    header: 'In the return',
    cell: (row) => <Money amount={row.returnAmount} />,
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'ledger',
    header: 'In the ledger',
    cell: (row) => <Money amount={row.ledgerAmount} />,
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'difference',
    header: 'Difference',
    cell: (row) => (row.difference === 0 ? <Pill status="Agrees" tone="good" /> : <Money amount={row.difference} />),
    isNumber: true,
  },
];

/** A return to the regulator for the end of a month, tied to the trial balance. */
export default function ReturnsPage() {
  const { businessDate } = useSession().view;
  return (
    <Report
      of={{
        operation: 'getReturn',
        title: 'Returns',
        intro:
          'Figures for the regulator as of the end of a month or of any closed day, compared with the trial balance.',
        filters: ['Return', 'Date'],
        labels: { Date: 'At the end of' },
        defaults: { Return: 'assets-and-liabilities', Date: plusDays(businessDate, -1) },
        formats: ['Excel', 'CSV', 'PDF'],
      }}
    >
      {(data) => (
        <>
          <Notice>{data.notice}</Notice>
          {!data.tied && (
            <Notice tone="danger">The return differs from the ledger. See below before you submit it.</Notice>
          )}
          <Card
            isFlush
            title={`${data.title}, ${data.startDate ? `${day(data.startDate)} to ` : ''}${day(data.endDate)}`}
            actions={
              <Pill status={data.tied ? 'Tied to the ledger' : 'Differs'} tone={data.tied ? 'good' : 'danger'} />
            }
          >
            <DataTable
              caption={data.title}
              columns={columnsOf(data)}
              rows={data.rows}
              rowKey={(row) => String(data.rows.indexOf(row))}
            />
          </Card>
          {data.ties.length > 0 && (
            <Card title="Compared with the trial balance" isFlush>
              <DataTable
                caption="Ties to the trial balance"
                columns={TIES}
                rows={data.ties}
                rowKey={(row) => row.title}
              />
            </Card>
          )}
        </>
      )}
    </Report>
  );
}
