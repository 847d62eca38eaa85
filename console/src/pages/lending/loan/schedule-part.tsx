import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Day } from '../../../ui/when';
import { tenureText } from './loan-terms';
import type { Loan } from './use-loan';

/** What the borrower pays next, and until when. */
export function SchedulePart({ loan }: { loan: Loan }) {
  return (
    <Card title="Schedule">
      <Facts
        columns={3}
        of={[
          ['Instalments', tenureText(loan)],
          ['Next due', <Day on={loan.nextDueDate} />],
          ['Amount next due', <Money amount={loan.nextDueAmount} />],
          ['Overdue', <Money amount={loan.amountOverdue} />],
          ['Maturity', <Day on={loan.maturityDate} />],
          ['To settle today', <Money amount={loan.payoffAmount} />],
        ]}
      />
    </Card>
  );
}
