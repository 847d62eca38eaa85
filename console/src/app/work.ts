import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../api/client';
import { WORK_STALE_MS, workQuery } from './first-reads';

export type Work = Answer<'getWork'>;

/** Counts of the work that waits, for the menu and the start page; the stream of events keeps them live. */
export function useWork(): Work | undefined {
  return useQuery({ ...workQuery, refetchInterval: WORK_STALE_MS }).data;
}

/** The number of records that wait on a page. */
export function waitingAt(path: string, work: Work | undefined): number | undefined {
  if (!work) return undefined;
  const counts: Record<string, number | null | undefined> = {
    '/aml/holds': work.amlHolds?.open,
    '/approvals': work.approvals?.decidable,
    '/payments/attention': (work.transfersUnresolved ?? 0) + (work.billsUnresolved ?? 0),
    '/payments/inward': work.inwardInSuspense,
    '/payments/settlement': work.settlementUnmatched,
    '/cards/transactions': work.forcedCardItems,
    '/system/dead-letters': work.deadLetters,
    '/messages': work.messagesFailed,
    '/end-of-day': work.endOfDay?.openExceptions,
  };
  return counts[path] ?? undefined;
}
