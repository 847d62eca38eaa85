import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act } from '../../api/client';
import { Problem } from '../../api/problem';
import { refresh } from '../../api/refresh';
import { useSession } from '../../app/session';
import { useShortcuts } from '../../app/use-shortcuts';
import { Button } from '../../ui/button';
import { useTell } from '../../ui/notices';

interface CaseAssigneeProps {
  operation: 'assignAmlHold' | 'assignApproval' | 'assignAmlCase';
  path: Record<string, number>;
  assignee: string | null;
}

/** Who is to decide an open case. A member takes it, or gives it back to everybody. */
export function CaseAssignee({ operation, path, assignee }: CaseAssigneeProps) {
  const { view } = useSession();
  const queryClient = useQueryClient();
  const tell = useTell();
  const [isBusy, setBusy] = useState(false);
  const isMine = assignee === view.staffID;
  const assign = async (staffID: string | null): Promise<void> => {
    setBusy(true);
    try {
      await act(operation, { path: path, body: { staffID } });
      await refresh(queryClient);
    } catch (error) {
      if (error instanceof Problem) tell(error.message, 'warn');
    } finally {
      setBusy(false);
    }
  };
  useShortcuts({ m: () => void assign(isMine ? null : view.staffID) });
  return (
    <span className="flex flex-wrap items-center gap-2">
      {assignee ?? 'Nobody'}
      <Button isSmall isBusy={isBusy} onClick={() => void assign(isMine ? null : view.staffID)}>
        {isMine ? 'Give back' : 'Take it'}
      </Button>
    </span>
  );
}
