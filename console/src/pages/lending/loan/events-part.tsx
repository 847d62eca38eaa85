import { useMemo } from 'react';
import type { Row } from '../../../api/client';
import { type Action, action } from '../../../form/action';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { recordAddress } from '../../../rules/record-address';
import { actor, label } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day } from '../../../ui/when';
import type { Loan } from './use-loan';

type LoanEvent = Row<'listLoanEvents'>;

const REVERSIBLE = new Set(['Repayment', 'EarlyRepayment', 'Collection', 'Charge', 'Waiver', 'Refund', 'Disbursement']);

/** The acts on a loan, latest first, each with what can be taken back. */
export function EventsPart({ loan }: { loan: Loan }) {
  const list = useMemo(() => listOf(loan), [loan]);
  return <ListPage of={list} />;
}

function listOf(loan: Loan): ListDefinition<'listLoanEvents'> {
  return {
    operation: 'listLoanEvents',
    title: 'Events',
    isPart: true,
    path: { id: String(loan.id) },
    columns: [
      {
        key: 'event',
        header: 'Event',
        cell: (row) => (
          <>
            {label(row.kind)} {row.isReversed && <Pill status="Reversed" />}
            {row.reversesEventId !== null && (
              <span className="block text-sm text-muted">of event {row.reversesEventId}</span>
            )}
          </>
        ),
      },
      { key: 'value', header: 'Value date', cell: (row) => <Day on={row.valueDate} /> },
      { key: 'booked', header: 'Booked', cell: (row) => <Day on={row.businessDate} />, isSecondary: true },
      { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
      { key: 'reference', header: 'Reference', cell: (row) => row.reference, isSecondary: true },
      {
        key: 'posting',
        header: 'Posting',
        cell: (row) =>
          row.postingReferenceNumber ? (
            <RecordLink to={recordAddress('posting', row.postingReferenceNumber)}>
              {row.postingReferenceNumber}
            </RecordLink>
          ) : (
            '–'
          ),
        isSecondary: true,
      },
      { key: 'by', header: 'By', cell: (row) => actor(row.createdBy), isSecondary: true },
    ],
    rowKey: (row) => String(row.id),
    rowActions: actionsOf(loan),
    empty: loan.disbursementDate
      ? 'The events of an older loan are made from its transactions with “Rebuild the events”.'
      : 'The first event is the disbursement.',
  };
}

function actionsOf({ id, loanAccountNumber }: Loan): readonly Action<LoanEvent>[] {
  return [
    action<LoanEvent>()({
      operation: 'reverseLoanPayment',
      title: 'Reverse the act',
      isDanger: true,
      path: () => ({ id }),
      fixed: (event) => ({ eventId: event.id }),
      isFor: ({ kind, isReversed }) => !isReversed && REVERSIBLE.has(kind),
      consequence: () =>
        'The loan is worked out again as it would be without this act, and the difference is booked on the day of the approval. The money goes back to where it came from; money is taken back only if it is there. Messages and letters that were sent stay as they are. A colleague must approve it; nothing changes before.',
      done: 'The act has been reversed.',
    }),
    action<LoanEvent>()({
      operation: 'moveLoanRepayment',
      title: 'Move the repayment',
      path: () => ({ id }),
      fixed: (event) => ({ eventId: event.id }),
      isFor: ({ kind, isReversed }) => !isReversed && kind === 'Repayment',
      labels: { loanAccountNumber: 'Number of the other loan' },
      consequence: () =>
        `The repayment is taken from loan ${loanAccountNumber} and paid to the other loan as of the same day, both or neither. It must have been paid from a ledger. A colleague must approve it; both loans wait for the decision.`,
      done: 'The repayment has been moved.',
    }),
  ];
}
