import type { Row } from '../../../api/client';
import { action } from '../../../form/action';
import type { ListDefinition } from '../../../list/list-definition';
import { listAddress } from '../../../list/list-page';
import { count } from '../../../rules/naira';
import { actor, provider } from '../../../rules/words';
import { RecordLink } from '../../../ui/record-link';
import { Day, When } from '../../../ui/when';

type Report = Row<'listSettlementReports'>;

function linesOf(report: Report, filters: Record<string, string> = {}): string {
  return listAddress('/payments/settlement', { tab: 'lines', ReportId: String(report.id), ...filters });
}

/** A number of lines that leads to them; none is a dash. */
function Lines({ of, result, number }: { of: Report; result?: string; number: number }) {
  if (number === 0) return '–';
  return <RecordLink to={linesOf(of, result ? { Result: result } : {})}>{count(number)}</RecordLink>;
}

export const REPORTS: ListDefinition<'listSettlementReports'> = {
  operation: 'listSettlementReports',
  title: 'Reports',
  isPart: true,
  columns: [
    {
      key: 'file',
      header: 'Report',
      cell: (row) => (
        <>
          <RecordLink to={linesOf(row)}>
            <span className="break-all">{row.fileName}</span>
          </RecordLink>
          <span className="block text-sm text-muted">{provider(row.provider)}</span>
        </>
      ),
    },
    {
      key: 'days',
      header: 'Days',
      cell: (row) => (
        <>
          <Day on={row.firstDate} />
          {row.lastDate !== row.firstDate && (
            <>
              {' to '}
              <Day on={row.lastDate} />
            </>
          )}
        </>
      ),
      isSecondary: true,
    },
    { key: 'lines', header: 'Lines', cell: (row) => count(row.lines), isNumber: true },
    {
      key: 'matched',
      header: 'Matched',
      cell: (row) => <Lines of={row} result="Matched" number={row.matched} />,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'differs',
      header: 'Other amount',
      cell: (row) => <Lines of={row} result="AmountDiffers" number={row.amountDiffers} />,
      isNumber: true,
    },
    {
      key: 'unmatched',
      header: 'Not ours',
      cell: (row) => <Lines of={row} result="Unmatched" number={row.unmatched} />,
      isNumber: true,
    },
    {
      key: 'repeated',
      header: 'Repeated',
      cell: (row) => <Lines of={row} result="Repeated" number={row.repeated} />,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'imported',
      header: 'Loaded',
      cell: (row) => (
        <>
          <When at={row.importedAt} />
          <span className="block text-sm text-muted">{actor(row.importedBy)}</span>
        </>
      ),
      isSecondary: true,
    },
  ],
  rowKey: (row) => String(row.id),
  filters: ['Provider'],
  rowActions: [
    action<Report>()({
      operation: 'rerunSettlementMatching',
      title: 'Match again',
      path: ({ id }) => ({ reportId: id }),
      reason: ({ unmatched }) => (unmatched === 0 ? 'Every line has been found.' : null),
      consequence: ({ unmatched }) =>
        `Compares the ${count(unmatched)} lines without a transfer again, for transfers that arrived ` +
        'after the report. No money moves.',
      done: 'The lines have been compared again.',
    }),
  ],
  empty: "Upload a provider's report to compare it with our transfers.",
};
