import type { BatchState } from './batch-reader';
import type { PostingEntry } from './posting-entry.entity';
import { operationOf } from './posting-operation';
import type { PostingRequest } from './posting-request';

/** The kind of postings that are transfers inside the institution. */
export const LOCAL_TRANSFER = 'transfer';

/** Postings of a batch, one after the other, whose events have the same types. */
export interface PostingEvents {
  /** Wanted types, joined with commas. */
  types: string;
  postingIds: number[];
}

/**
 * The types of the events of a posting that an endpoint of the institution wants: one for a transfer inside the
 * institution, and those of its legs on accounts of customers and on virtual accounts.
 * @returns the types joined with commas; empty when nothing of it is wanted
 */
export function postingEventTypes(
  { wantedEvents, accounts }: BatchState,
  request: PostingRequest,
  entries: readonly PostingEntry[],
): string {
  if (wantedEvents.size === 0 || operationOf(request).opensBooks) return '';
  const types = new Set<string>();
  if (request.kind === LOCAL_TRANSFER && request.nature.type !== 'reversal') types.add('transfer.completed');
  for (const { accountId, side, virtualAccountId } of entries) {
    if (accounts.get(accountId)!.kind === 'customer')
      types.add(side === 'debit' ? 'account.debited' : 'account.credited');
    if (virtualAccountId !== null && side === 'credit') types.add('virtual-account.credited');
  }
  return [...types].filter((type) => wantedEvents.has(type)).join(',');
}

/**
 * The same for a posting by the system that credits customers' accounts, and debits some of them where `areDebited`.
 */
export function customerEventTypes(
  { wantedEvents }: Pick<BatchState, 'wantedEvents'>,
  { areDebited }: { areDebited: boolean },
): string {
  const types = areDebited ? ['account.credited', 'account.debited'] : ['account.credited'];
  return types.filter((type) => wantedEvents.has(type)).join(',');
}

/** Adds the events of the next posting of a batch. */
export function addPostingEvents(events: PostingEvents[], types: string, postingId: number): void {
  if (types === '') return;
  const last = events.at(-1);
  if (last?.types === types) last.postingIds.push(postingId);
  else events.push({ types, postingIds: [postingId] });
}
