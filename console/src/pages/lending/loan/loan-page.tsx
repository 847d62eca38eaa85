import { useParams } from '@tanstack/react-router';
import { ActionButtons, ActionHost, ActionMenu } from '../../../form/action-host';
import { recordAddress } from '../../../rules/record-address';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { TabPanels } from '../../../ui/tab-panels';
import { AdjustmentsPart } from './adjustments-part';
import { EventsPart } from './events-part';
import { HistoryPart } from './history-part';
import { LOAN_ACTIONS, LOAN_ADJUSTMENTS, LOAN_DECISIONS, LOAN_SERVICING } from './loan-actions';
import { SchedulePart } from './schedule-part';
import { SummaryPart } from './summary-part';
import { type Loan, useLoan } from './use-loan';
import { useProvision } from './use-provision';

/** One loan: where it stands, what comes, what happened, and what can be done. */
export default function LoanPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const loan = useLoan(id);
  if (loan.data) return <LoadedLoan loan={loan.data} />;
  return (
    <div className="space-y-4">
      <PageHead title={`Loan ${id}`} />
      <ProblemNotice problem={loan.error} retry={() => void loan.refetch()} />
    </div>
  );
}

function LoadedLoan({ loan }: { loan: Loan }) {
  const isRequest = loan.loanStatus === 'PendingApproval' || loan.loanStatus === 'Approved';
  return (
    <div className="space-y-4">
      <PageHead
        title={`Loan ${loan.loanAccountNumber}`}
        beside={<Pill status={loan.loanStatus} />}
        intro={
          <>
            <RecordLink to={recordAddress('customer', loan.customerID)}>{loan.customerName}</RecordLink> ·{' '}
            {loan.productName}
            {loan.groupLoanID !== null && (
              <>
                {' · '}
                <RecordLink to={recordAddress('group-loan', loan.groupLoanID)}>Group {loan.groupLoanID}</RecordLink>
              </>
            )}
          </>
        }
      >
        {isRequest ? (
          <ActionButtons actions={LOAN_DECISIONS} record={loan} />
        ) : (
          <ActionMenu actions={LOAN_SERVICING} record={loan} label="Change the loan" />
        )}
        {!isRequest && <ActionMenu actions={LOAN_ADJUSTMENTS} record={loan} label="Correct amounts" />}
      </PageHead>
      <Standing loan={loan} />
      <Warnings loan={loan} />
      <TabPanels
        panels={[
          { name: 'summary', title: 'Summary', content: () => <SummaryPart loan={loan} /> },
          { name: 'schedule', title: 'Schedule', content: () => <SchedulePart loan={loan} /> },
          { name: 'events', title: 'Events', content: () => <EventsPart loan={loan} /> },
          { name: 'history', title: 'History', content: () => <HistoryPart loan={loan} /> },
          { name: 'adjustments', title: 'Adjustments', content: () => <AdjustmentsPart loan={loan} /> },
        ]}
      />
      <ActionHost actions={LOAN_ACTIONS} recordOf={(of) => (of === undefined ? loan : undefined)} />
    </div>
  );
}

function Standing({ loan }: { loan: Loan }) {
  const { provision } = useProvision(loan.loanAccountNumber);
  return (
    <Card title="Where it stands">
      <Facts
        columns={3}
        of={[
          ['Outstanding', <Money amount={loan.totalOutstanding} />],
          ['Overdue', <Money amount={loan.amountOverdue} />],
          ['Days past due', loan.daysPastDue],
          ['Class', <Pill status={loan.classification} />],
          ['Stage', provision ? `${provision.stage}` : null],
          ['To settle today', <Money amount={loan.payoffAmount} />],
        ]}
      />
    </Card>
  );
}

function Warnings({ loan }: { loan: Loan }) {
  return (
    <>
      {loan.suspendedIncome > 0 && (
        <Notice tone="warn">
          <Money amount={loan.suspendedIncome} /> of uncollected income is in suspense, because the loan is
          non-performing.
        </Notice>
      )}
      {loan.approvalId !== null && loan.loanStatus === 'PendingApproval' && (
        <Notice>
          The loan waits for a decision:{' '}
          <RecordLink to={recordAddress('approval', loan.approvalId)}>approval {loan.approvalId}</RecordLink>.
        </Notice>
      )}
    </>
  );
}
