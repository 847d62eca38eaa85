import type { ReactNode } from 'react';
import type { Problem } from '../api/problem';
import { Button } from '../ui/button';
import { ProblemNotice } from '../ui/notice';
import type { Action } from './action';

interface ConfirmationProps {
  action: Action;
  consequence: ReactNode;
  problem: Problem | undefined;
  isBusy: boolean;
  /** True while it is not known whether the last request was carried out. */
  isDoubtful: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks once more, with the consequences. Enter never confirms what cannot be taken back: the focus is on Cancel. */
export function Confirmation({
  action,
  consequence,
  problem,
  isBusy,
  isDoubtful,
  onCancel,
  onConfirm,
}: ConfirmationProps) {
  return (
    <div className="space-y-4">
      <div>{consequence ?? `${action.title}?`}</div>
      <ProblemNotice problem={problem} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel} autoFocus={action.isDanger}>
          Cancel
        </Button>
        <Button
          look={action.isDanger ? 'danger' : 'primary'}
          isBusy={isBusy}
          onClick={onConfirm}
          autoFocus={!action.isDanger}
        >
          {isDoubtful ? 'Send again' : (action.confirm ?? action.title)}
        </Button>
      </div>
    </div>
  );
}
