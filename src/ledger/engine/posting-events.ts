import type { BatchState } from './batch-reader';
import type { PostingEntry } from './posting-entry.entity';
import { operationOf } from './posting-operation';
import type { Posted, PostingRequest } from './posting-request';

/** The kind of postings that are transfers inside the institution. */
const LOCAL_TRANSFER = 'transfer';

/** The events of one posting, as they are queued: their types, and the parts as JSON. */
export interface PostingEvents {
  types: string[];
  parts: string;
}

interface Part {
  type: string;
  row: Record<string, unknown>;
  /** On the first part: columns that all parts have, stored once because most of a posting's size is them. */
  shared?: Record<string, unknown>;
}

/** The event of a leg for the account that it changes; undefined for a ledger of the institution. */
function accountPart(state: BatchState, entry: PostingEntry): Part | undefined {
  const account = state.accounts.get(entry.accountId)!;
  if (account.kind !== 'customer') return undefined;
  return {
    type: entry.side === 'debit' ? 'account.debited' : 'account.credited',
    row: {
      account_number: account.number,
      amount_kobo: Number(entry.amountKobo),
      balance_kobo: entry.balanceAfterKobo.toString(),
      role: entry.role,
      ...(entry.narration === null ? {} : { narration: entry.narration }),
    },
  };
}

/** The event of a credit to a virtual account, which the entry of its settlement account does not name. */
function virtualPart(request: PostingRequest, entry: PostingEntry): Part | undefined {
  const number = request.legs[entry.leg - 1]?.virtualNumber;
  if (number === undefined || entry.side !== 'credit') return undefined;
  return {
    type: 'virtual-account.credited',
    row: {
      account_number: number,
      amount_kobo: Number(entry.amountKobo),
      source_account: request.parties?.sourceAccounts[0] ?? null,
      ...(entry.narration === null ? {} : { narration: entry.narration }),
    },
  };
}

function transferPart(request: PostingRequest): Part | undefined {
  if (request.kind !== LOCAL_TRANSFER || request.nature.type === 'reversal') return undefined;
  return {
    type: 'transfer.completed',
    row: {
      amount_kobo: Number(request.amountKobo),
      fee_kobo: Number(request.feeKobo),
      account_number: request.parties?.sourceAccounts[0] ?? null,
      destination_account: request.parties?.destinationAccounts[0] ?? null,
    },
  };
}

/**
 * The events of a posting that an endpoint of the institution wants: one for each leg on a customer's account, one for
 * a credit to a virtual account, and one for a transfer inside the institution.
 * @returns undefined when nothing of it is wanted
 */
export function postingEvents(
  state: BatchState,
  request: PostingRequest,
  posted: Posted,
  entries: readonly PostingEntry[],
): PostingEvents | undefined {
  const { wantedEvents } = state;
  if (wantedEvents.size === 0 || operationOf(request).opensBooks) return undefined;
  const shared = {
    reference: request.reference,
    posting_id: posted.postingId,
    kind: request.kind,
    narration: request.narration,
    business_date: posted.businessDate,
    posted_at: posted.postedAt,
    ...(request.nature.type === 'reversal' ? { reversal: true } : {}),
  };
  const parts = [
    transferPart(request),
    ...entries.flatMap((entry) => [accountPart(state, entry), virtualPart(request, entry)]),
  ].filter((part): part is Part => part !== undefined && wantedEvents.has(part.type));
  const [first] = parts;
  if (!first) return undefined;
  first.shared = shared;
  return { types: [...new Set(parts.map(({ type }) => type))], parts: JSON.stringify(parts) };
}
