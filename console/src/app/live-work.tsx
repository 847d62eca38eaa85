import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf } from '../api/client';
import { refresh } from '../api/refresh';

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
  useEffect(() => {
    const source = new EventSource(`${addressOf('getWork')}/events`);
    source.addEventListener('work', ({ data }: MessageEvent<string>) =>
      queryClient.setQueryData(['getWork'], JSON.parse(data)),
    );
    // Announced before it happens, and told when it has: the session itself says which.
    source.addEventListener('session-ends', () => void queryClient.invalidateQueries({ queryKey: ['getSession'] }));
    const affected = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAffected = (): void => {
      timer = undefined;
      for (const operation of affected) void refresh(queryClient, [operation]);
      affected.clear();
    };
    for (const [kind, operations] of Object.entries(AFFECTED))
      source.addEventListener(kind, () => {
        for (const operation of operations) affected.add(operation);
        timer ??= setTimeout(readAffected, TOGETHER_MS);
      });
    return () => {
      source.close();
      clearTimeout(timer);
    };
  }, [queryClient]);
  return null;
}
