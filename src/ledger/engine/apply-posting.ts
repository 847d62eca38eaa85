import { ledgerBalanceKobo } from './available-balance';
import type { BatchState } from './batch-reader';
import { isCounted } from './counted-legs';
import type { LedgerAccount } from './ledger-account.entity';
import type { PostingEntry } from './posting-entry.entity';
import { operationOf } from './posting-operation';
import type { PostingLeg, PostingRequest } from './posting-request';

/** Tells whether a leg counts in AML windows: what counts of a customer's account does, but never in a reversal. */
function isScreened(account: LedgerAccount, leg: PostingLeg, request: PostingRequest): boolean {
  if (account.kind !== 'customer' || operationOf(request).opensBooks) return false;
  return isCounted(leg) && request.nature.type !== 'reversal';
}

function applyLeg(account: LedgerAccount, leg: PostingLeg, screened: boolean): void {
  if (leg.side === 'debit') account.debitsPostedKobo += leg.amountKobo;
  else account.creditsPostedKobo += leg.amountKobo;
  if (screened && leg.side === 'debit') account.screenedOutKobo += leg.amountKobo;
  if (screened && leg.side === 'credit') account.screenedInKobo += leg.amountKobo;
  account.entrySeq += 1;
}

function addToDailyUse(state: BatchState, request: PostingRequest, account: LedgerAccount, leg: PostingLeg): void {
  if (account.dailyUsedOn !== state.calendarDate) {
    account.dailyUsedKobo = 0n;
    account.dailyUsedOn = state.calendarDate;
  }
  if (operationOf(request).countsTowardsLimits && leg.side === 'debit' && isCounted(leg))
    account.dailyUsedKobo += leg.amountKobo;
}

/** Gives back the use of the daily limit when a movement of the same calendar date is reversed. */
function giveBackDailyUse(
  state: BatchState,
  request: PostingRequest,
  account: LedgerAccount,
  leg: PostingLeg,
  calendarDateOf: (instant: Date) => string,
): void {
  const { nature } = request;
  if (
    nature.type !== 'reversal' ||
    !nature.restoresLimits ||
    leg.side !== 'credit' ||
    leg.reversesPostedAt === undefined
  )
    return;
  if (account.dailyUsedOn !== state.calendarDate || calendarDateOf(leg.reversesPostedAt) !== state.calendarDate) return;
  account.dailyUsedKobo = account.dailyUsedKobo > leg.amountKobo ? account.dailyUsedKobo - leg.amountKobo : 0n;
}

/** The branch of a movement: that of its first account with one. Ledgers, which belong to no branch, take it over. */
function branchOf(accounts: readonly LedgerAccount[]): number | null {
  return accounts.find(({ branchId }) => branchId !== null)?.branchId ?? null;
}

/**
 * Applies an accepted request to the locked accounts in memory, so that the next request of the batch sees it.
 * @returns the entries, and the time of the posting: the database's time, but never before an account's previous entry.
 */
export function applyPosting(
  state: BatchState,
  request: PostingRequest,
  postingId: number,
  calendarDateOf: (instant: Date) => string,
): { entries: PostingEntry[]; postedAt: Date } {
  const accounts = request.legs.map(({ accountId }) => state.accounts.get(accountId)!);
  const postedAt = accounts.reduce(
    (latest, { lastPostedAt }) => (lastPostedAt && lastPostedAt > latest ? lastPostedAt : latest),
    state.now,
  );
  const movementBranchId = branchOf(accounts);
  const entries = request.legs.map((leg, index): PostingEntry => {
    const account = accounts[index]!;
    applyLeg(account, leg, isScreened(account, leg, request));
    if (account.kind === 'customer') {
      addToDailyUse(state, request, account, leg);
      giveBackDailyUse(state, request, account, leg, calendarDateOf);
    }
    account.lastPostedAt = postedAt;
    return {
      institutionId: state.institutionId,
      accountId: account.id,
      seq: account.entrySeq,
      postingId,
      leg: index + 1,
      side: leg.side,
      role: leg.role,
      amountKobo: leg.amountKobo,
      balanceAfterKobo: ledgerBalanceKobo(account),
      debitsAfterKobo: account.debitsPostedKobo,
      creditsAfterKobo: account.creditsPostedKobo,
      screenedOutAfterKobo: account.screenedOutKobo,
      screenedInAfterKobo: account.screenedInKobo,
      narration: leg.narration ?? null,
      virtualAccountId: leg.virtualAccountId ?? null,
      branchId: leg.branchId === undefined ? (account.branchId ?? movementBranchId) : leg.branchId,
      businessDate: state.businessDate,
      postedAt,
      reversesPostedAt: leg.reversesPostedAt ?? null,
    };
  });
  return { entries, postedAt };
}
