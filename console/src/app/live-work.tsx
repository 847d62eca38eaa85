import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf } from '../api/client';
import { refresh } from '../api/refresh';
import { WORK_STALE_MS } from './first-reads';
import { useSession } from './session';

/** The lists and records that an event of a kind may change. */
const AFFECTED: Record<string, string[]> = {
  hold: ['listAmlHolds', 'getAmlHold', 'getAmlHoldContext'],
  approval: ['listApprovals', 'getApproval', 'getScreening'],
  'end-of-day': ['getEndOfDayProgress', 'listEndOfDayRuns', 'listEndOfDayExceptions', 'getSession'],
};

/** Changes within this time are read together: the end of a day tells of each of its steps, a night of many days. */
const TOGETHER_MS = 500;

/** Keeps counts, queues and open cases as they are on the server, also when a colleague decides. */
export function LiveWork() {
  const queryClient = useQueryClient();
  // A new session has a stream of its own: that of the ended one was refused.
  const { endsAt } = useSession().view;
  useEffect(() => follow(queryClient), [queryClient, endsAt]);
  return null;
}

/** Follows the stream, also after it broke: what happened meanwhile is read. @returns what ends it */
function follow(queryClient: QueryClient): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBroken = false;
  const affected = new Set<string>();
  const readAffected = (): void => {
    timer = undefined;
    for (const operation of affected) void refresh(queryClient, [operation]);
    affected.clear();
  };
  const changed = (operations: readonly string[]): void => {
    for (const operation of operations) affected.add(operation);
    timer ??= setTimeout(readAffected, TOGETHER_MS);
  };
  const open = (): void => {
    source = new EventSource(`${addressOf('getWork')}/events`);
    source.addEventListener('open', () => {
      if (isBroken) changed(Object.values(AFFECTED).flat());
      isBroken = false;
    });
    source.addEventListener('error', () => {
      isBroken = true;
      // A refusal closes it for good; a line that broke does not.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, WORK_STALE_MS);
    });
    source.addEventListener('work', ({ data }: MessageEvent<string>) =>
      queryClient.setQueryData(['getWork'], JSON.parse(data)),
    );
    // Announced before it happens, and told when it has: the session itself says which.
    source.addEventListener('session-ends', () => void queryClient.invalidateQueries({ queryKey: ['getSession'] }));
    for (const [kind, operations] of Object.entries(AFFECTED)) source.addEventListener(kind, () => changed(operations));
  };
  open();
  return () => {
    source.close();
    clearTimeout(again);
    clearTimeout(timer);
  };
}
