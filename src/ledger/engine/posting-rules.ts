import type { AppError } from '../../common/errors/app-error';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { ledgerErrors } from '../ledger.errors';
import type { AccountMovement } from '../movements/movement-gates';
import { type AccountStatus, mayPost } from './account-status';
import { availableBalanceKobo } from './available-balance';
import type { BatchState } from './batch-reader';
import type { LedgerAccount, Side } from './ledger-account.entity';
import { operationOf } from './posting-operation';
import { ORDINARY, type PostingLeg, type PostingRequest } from './posting-request';

/** Fails unless the legs balance and every one moves money. */
export function balanceViolation(legs: PostingLeg[]): AppError | undefined {
  const total = (side: Side): bigint => legs.reduce((sum, leg) => (leg.side === side ? sum + leg.amountKobo : sum), 0n);
  if (legs.some(({ amountKobo }) => amountKobo <= 0n)) throw new Error('A leg must move a positive amount.');
  const debits = total('debit');
  const credits = total('credit');
  if (debits === credits && legs.length >= 2) return undefined;
  return ledgerErrors.UNBALANCED_POSTING(
    `Debits of ${formatNaira(debits)} and credits of ${formatNaira(credits)} differ.`,
  );
}

/** A value date may be today or earlier, but not in a closed period, unless it is that period's closing entry. */
export function valueDateViolation(
  request: Pick<PostingRequest, 'valueDate' | 'operation'>,
  { businessDate, closedThrough }: Pick<BatchState, 'businessDate' | 'closedThrough'>,
): AppError | undefined {
  const { valueDate } = request;
  if (valueDate === undefined) return undefined;
  if (valueDate > businessDate)
    return ledgerErrors.VALUE_DATE_NOT_ALLOWED(
      `The value date ${valueDate} lies after the business date ${businessDate}.`,
    );
  if (closedThrough !== null && valueDate <= closedThrough && !operationOf(request).closesPeriod) {
    return ledgerErrors.VALUE_DATE_NOT_ALLOWED(
      `The value date ${valueDate} lies in a period that closed on ${closedThrough}.`,
    );
  }
  return undefined;
}

const STATUS_REFUSALS: Record<Exclude<AccountStatus, 'Active'>, (message: string) => AppError> = {
  Closed: ledgerErrors.ACCOUNT_CLOSED,
  Inactive: ledgerErrors.ACCOUNT_INACTIVE,
  Frozen: ledgerErrors.ACCOUNT_FROZEN,
  Dormant: ledgerErrors.ACCOUNT_DORMANT,
  PendingApproval: ledgerErrors.ACCOUNT_PENDING_APPROVAL,
};

/** Whether the account as it stands takes this leg: its status, and what kind of ledger it is. */
export function accountViolation(
  account: LedgerAccount,
  leg: PostingLeg,
  request: Pick<PostingRequest, 'origin' | 'nature'>,
): AppError | undefined {
  if (account.isControl)
    return ledgerErrors.CONTROL_LEDGER(`${account.number} is a control ledger and takes no direct entries.`);
  const isReversal = request.nature.type === 'reversal';
  // Other legs go to the ledgers that the institution configured, whoever asked.
  const namedByCaller = leg.namedByCaller ?? leg.role === 'principal';
  const namedByClient = request.origin === 'api' && namedByCaller && !isReversal;
  if (namedByClient && !account.allowApi)
    return ledgerErrors.LEDGER_NOT_ALLOWED(`The ledger ${account.number} is not open to API clients.`);
  // Part of a movement can be given back without a mirror of the whole; the refund rule is the same.
  if (account.status === 'Active' || mayPost(account.status, leg.side, isReversal || leg.role === 'reversal'))
    return undefined;
  if (request.nature.type === 'already-happened' && account.status !== 'Closed') return undefined;
  return STATUS_REFUSALS[account.status](
    `The account ${account.number} is ${account.status} and may not be ${leg.side}ed.`,
  );
}

/** Principal per customer or ledger account and direction, with its 24-hour window, for the AML screen. */
export function movementsOf(state: BatchState, legs: PostingLeg[]): AccountMovement[] {
  const movements = new Map<string, AccountMovement>();
  for (const { accountId, side, amountKobo, role } of legs) {
    if (role !== 'principal') continue;
    const account = state.accounts.get(accountId)!;
    const direction = side === 'debit' ? 'outflow' : 'inflow';
    const known = movements.get(`${accountId}|${direction}`);
    if (known) known.amountKobo += amountKobo;
    else
      movements.set(`${accountId}|${direction}`, {
        account,
        direction,
        amountKobo,
        windowKobo: windowKobo(state, account, direction),
      });
  }
  return [...movements.values()];
}

function windowKobo({ windows }: BatchState, account: LedgerAccount, direction: 'inflow' | 'outflow'): bigint {
  const base = windows.get(account.id);
  return direction === 'outflow'
    ? account.screenedOutKobo - (base?.outKobo ?? 0n)
    : account.screenedInKobo - (base?.inKobo ?? 0n);
}

/** What the account's limited debits used of a day; the counter of an earlier day counts for nothing. */
export function usedTodayKobo(
  { dailyUsedOn, dailyUsedKobo }: Pick<LedgerAccount, 'dailyUsedOn' | 'dailyUsedKobo'>,
  calendarDate: string,
): bigint {
  return dailyUsedOn === calendarDate ? dailyUsedKobo : 0n;
}

/** The single and daily transfer limits of the debited customer accounts (contract, Limits). */
export function limitViolation(state: BatchState, request: PostingRequest): AppError | undefined {
  if (!operationOf(request).countsTowardsLimits) return undefined;
  const { ceiling } = request;
  if (ceiling && request.amountKobo > ceiling.kobo)
    return limitExceeded(ceiling.name, ceiling.kobo, 0n, request.amountKobo);
  for (const { account, direction, amountKobo } of movementsOf(state, request.legs)) {
    if (direction !== 'outflow' || account.kind !== 'customer') continue;
    const { singleLimitKobo, dailyLimitKobo } = account;
    if (singleLimitKobo !== null && amountKobo > singleLimitKobo) {
      return limitExceeded('single transaction', singleLimitKobo, 0n, amountKobo);
    }
    const usedKobo = usedTodayKobo(account, state.calendarDate);
    if (dailyLimitKobo !== null && usedKobo + amountKobo > dailyLimitKobo)
      return limitExceeded('daily', dailyLimitKobo, usedKobo, amountKobo);
  }
  return undefined;
}

/** 422 that names the limit, what is used of it and what was asked. */
export function limitExceeded(name: string, limitKobo: bigint, usedKobo: bigint, askedKobo: bigint): AppError {
  return ledgerErrors.LIMIT_EXCEEDED(
    `The ${name} limit of ${formatNaira(limitKobo)} is exceeded: ${formatNaira(usedKobo)} used, ${formatNaira(askedKobo)} asked.`,
    { limitName: name, limit: koboToNaira(limitKobo), used: koboToNaira(usedKobo), asked: koboToNaira(askedKobo) },
  );
}

/** Every account that loses value must have it available, unless it may go negative. */
export function fundsViolation(state: BatchState, legs: PostingLeg[]): AppError | undefined {
  const changes = new Map<number, bigint>();
  for (const { accountId, side, amountKobo } of legs) {
    const gains = side === state.accounts.get(accountId)!.normalSide;
    changes.set(accountId, (changes.get(accountId) ?? 0n) + (gains ? amountKobo : -amountKobo));
  }
  for (const [accountId, changeKobo] of changes) {
    const account = state.accounts.get(accountId)!;
    if (changeKobo >= 0n || account.mayGoNegative) continue;
    if (availableBalanceKobo(account) + changeKobo < 0n) {
      return ledgerErrors.INSUFFICIENT_FUNDS(
        `The available balance of ${account.number} is too low for ${formatNaira(-changeKobo)}.`,
      );
    }
  }
  return undefined;
}

/** The first reason why this request can never be posted as the accounts stand, whatever AML and approvals say. */
export function accountsViolation(state: BatchState, request: PostingRequest): AppError | undefined {
  for (const leg of request.legs) {
    const refusal = accountViolation(state.accounts.get(leg.accountId)!, leg, request);
    if (refusal) return refusal;
  }
  return undefined;
}

/**
 * Whether a request that has happened already is posted against what the rules say: it is then marked, for staff to
 * see.
 */
export function mustBeForced(state: BatchState, request: PostingRequest): boolean {
  if (request.nature.type !== 'already-happened') return false;
  return (
    (accountsViolation(state, { ...request, nature: ORDINARY }) ?? fundsViolation(state, request.legs)) !== undefined
  );
}
