import type { Action } from '../../../form/action';
import { useActions, useOpenAction } from '../../../form/action-host';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { LOAN_ADJUSTMENTS, LOAN_SERVICING } from './loan-actions';
import { isRunning } from './loan-terms';
import { RestructurePreview } from './restructure-preview';
import type { Loan } from './use-loan';
import { WriteOffPreview } from './write-off-preview';

/** Everything that can be done to a running loan, with what it leads to. */
export function AdjustmentsPart({ loan }: { loan: Loan }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {isRunning(loan) && (
        <div className="lg:col-span-2">
          <RestructurePreview loan={loan} />
        </div>
      )}
      <Choices title="Correct amounts" actions={LOAN_ADJUSTMENTS} loan={loan} />
      <Choices title="Change the loan" actions={LOAN_SERVICING} loan={loan} />
      {isRunning(loan) && <WriteOffPreview loan={loan} />}
      <Card title="Reverse or move a payment">
        <p className="m-0">
          A payment, charge, waiver or refund is reversed, and a repayment moved to another loan, in the list of events:
          open the menu of its row.
        </p>
      </Card>
    </div>
  );
}

function Choices({ title, actions, loan }: { title: string; actions: readonly Action<Loan>[]; loan: Loan }) {
  const open = useOpenAction();
  const offered = useActions(actions, loan);
  return (
    <Card title={title}>
      {offered.length === 0 ? (
        <p className="m-0 text-muted">
          Nothing here for you: the loan is not running, or your role does not service loans.
        </p>
      ) : (
        <ul className="m-0 list-none space-y-4 p-0">
          {offered.map(({ action, reason }) => (
            <li key={action.operation}>
              <Button
                reason={reason}
                look={action.isDanger ? 'danger' : 'plain'}
                onClick={() => open(action.operation)}
              >
                {action.title}
              </Button>
              <p className="m-0 mt-1 text-sm text-muted">{reason ?? action.consequence?.(loan)}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
