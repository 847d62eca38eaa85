import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, reactions } from '../api/client';

/** The lists and records that an event of a kind may change. */
const AFFECTED: Record<string, string[]> = {
  hold: ['listAmlHolds', 'getAmlHold', 'getAmlHoldContext'],
  approval: ['listApprovals', 'getApproval'],
  'end-of-day': ['getEndOfDayProgress', 'listEndOfDayRuns', 'listEndOfDayExceptions', 'getSession'],
};

/** Keeps counts, queues and open cases as they are on the server, also when a colleague decides. */
export function LiveWork() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const source = new EventSource(addressOf('watchWork'));
    source.addEventListener('work', ({ data }: MessageEvent<string>) =>
      queryClient.setQueryData(['getWork'], JSON.parse(data)),
    );
    source.addEventListener('session-ends', () => reactions.sessionEnded());
    for (const [kind, operations] of Object.entries(AFFECTED))
      source.addEventListener(kind, () => {
        for (const operation of operations) void queryClient.invalidateQueries({ queryKey: [operation] });
      });
    return () => source.close();
  }, [queryClient]);
  return null;
}
