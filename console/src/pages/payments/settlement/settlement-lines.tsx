import type { Row } from '../../../api/client';
import { action } from '../../../form/action';
import type { ListDefinition } from '../../../list/list-definition';
import { listAddress } from '../../../list/list-page';
import { naira } from '../../../rules/naira';
import { plural } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day } from '../../../ui/when';

type Line = Row<'listSettlementLines'>;

const OUTCOMES = { Paid: 'Paid', NotPaid: 'Not paid' };
const RESULTS = {
  Matched: 'Matched',
  AmountDiffers: 'Other amount',
  Unmatched: 'Not ours',
  Repeated: 'Repeated',
};
const POSITIONS = { Agrees: 'We agree', Open: 'Open with us', Contradicts: 'We say otherwise' };
const POSITION_TONES = { Agrees: 'good', Open: 'warn', Contradicts: 'danger' } as const;

function cannotConfirm({ direction, result, position }: Line): string | null {
  if (direction !== 'Outward') return 'Only transfers to other institutions are confirmed.';
  if (result !== 'Matched') return 'The line is no evidence: it does not match a transfer of ours.';
  return position === 'Agrees' ? 'The transfer is settled in the same way already.' : null;
}

/** A transfer that went back and was paid has left the account with money that is not its own. */
function effectOf({ outcome, position }: Pick<Line, 'outcome' | 'position'>): string {
  if (outcome !== 'Paid') return 'not paid: the money goes back to the account';
  return position === 'Contradicts' ? 'paid: the account is debited again' : 'paid: the money stays paid';
}

export const LINES: ListDefinition<'listSettlementLines'> = {
  operation: 'listSettlementLines',
  title: 'Lines',
  isPart: true,
  columns: [
    {
      key: 'day',
      header: 'Settled',
      cell: (row) => (
        <>
          <Day on={row.settledOn} />
          <span className="block text-sm text-muted">{plural(row.ageDays, 'day')} ago</span>
        </>
      ),
    },
    {
      key: 'transfer',
      header: 'Our transfer',
      cell: (row) => (
        <>
          {row.transactionReference ? (
            <RecordLink to={listAddress('/payments/transfers', { TransactionReference: row.transactionReference })}>
              <span className="break-all">{row.transactionReference}</span>
            </RecordLink>
          ) : (
            'None'
          )}
          <span className="block text-sm break-all text-muted max-md:hidden">Session {row.sessionID}</span>
        </>
      ),
    },
    { key: 'direction', header: 'Way', cell: (row) => row.direction, isSecondary: true },
    { key: 'amount', header: 'They say', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    {
      key: 'ours',
      header: 'We say',
      cell: (row) => <Money amount={row.ourAmount} />,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'outcome',
      header: 'Outcome',
      cell: (row) => <Pill status={row.outcome} text={OUTCOMES[row.outcome]} />,
      isSecondary: true,
    },
    {
      key: 'result',
      header: 'Result',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <Pill
            status={row.result}
            text={RESULTS[row.result]}
            tone={row.result === 'AmountDiffers' ? 'danger' : undefined}
          />
          {row.position && (
            <Pill status={row.position} text={POSITIONS[row.position]} tone={POSITION_TONES[row.position]} />
          )}
        </span>
      ),
    },
  ],
  rowKey: (row) => String(row.id),
  filters: ['ReportId', 'Result', 'Position', 'SessionId', 'TransferDirection', 'Outcome', 'MinimumAgeDays'],
  labels: {
    ReportId: 'Report',
    Position: 'Our position, within a report',
    SessionId: 'Session',
    TransferDirection: 'Way',
    MinimumAgeDays: 'Days old, at least',
  },
  rowActions: [
    action<Line>()({
      operation: 'confirmSettlementLine',
      title: 'Confirm the transfer with this line',
      confirm: 'Ask for approval',
      path: ({ id }) => ({ lineId: id }),
      reason: cannotConfirm,
      consequence: ({ amount, transactionReference, ...line }) =>
        `The provider says that ${naira(amount)} of transfer ${transactionReference} was ${effectOf(line)}. ` +
        'A colleague must approve. Nothing moves before; afterwards it is final.',
      done: 'The transfer is settled.',
    }),
  ],
  empty: 'Without a report, the lines of all reports stand here that differ from our books. At present none does.',
};
