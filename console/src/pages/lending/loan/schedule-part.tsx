import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { Day } from '../../../ui/when';
import { type Instalment, ScheduleTable } from '../schedule-table';
import { tenureText } from './loan-terms';
import type { Loan } from './use-loan';

type Row = Answer<'getLoanSchedule'>['data'][number];

/** An instalment of the API as the table shows it. */
export function instalmentOf(row: Row): Instalment {
  return {
    number: row.instalmentNumber,
    dueDate: row.dueDate,
    principal: row.principalDue,
    interest: row.interestDue,
    charges: row.feeDue + row.defaultDue + row.penaltyDue,
    paid: row.totalPaid,
    balance: row.closingBalance,
    status: row.status,
  };
}

/** All instalments of a loan, with what is paid of each. */
export function SchedulePart({ loan }: { loan: Loan }) {
  const schedule = useQuery({
    queryKey: ['getLoanSchedule', loan.id],
    queryFn: ({ signal }) => read('getLoanSchedule', { path: { id: loan.id }, signal }),
  });
  const { data } = schedule;
  return (
    <div className="space-y-4">
      <Card title="What comes next">
        <Facts
          columns={3}
          of={[
            ['Next due', <Day on={loan.nextDueDate} />],
            ['Amount next due', <Money amount={loan.nextDueAmount} />],
            ['Maturity', <Day on={loan.maturityDate} />],
            ['Instalments', tenureText(loan)],
            ['Still to pay', <Money amount={data?.totals.totalOutstanding} />],
            ['To settle today', <Money amount={data?.payoffAmount} />],
          ]}
        />
      </Card>
      <ProblemNotice problem={schedule.error} retry={() => void schedule.refetch()} />
      {data?.isPlanned && (
        <Notice>The loan is not paid out yet. The schedule counts from the day of the disbursement.</Notice>
      )}
      {data && (
        <Card title="Schedule" isFlush>
          {data.data.length === 0 ? (
            <Empty title="No instalments" />
          ) : (
            <ScheduleTable caption={`Schedule of loan ${loan.loanAccountNumber}`} rows={data.data.map(instalmentOf)} />
          )}
        </Card>
      )}
    </div>
  );
}
