import type { AppError } from '../../common/errors/app-error';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { ledgerErrors } from '../ledger.errors';
import type { AccountMovement } from '../movements/movement-gates';
import { type AccountStatus, mayPost } from './account-status';
import { availableBalanceKobo } from './available-balance';
import type { BatchState } from './batch-reader';
import { countedTotalKobo, isCounted } from './counted-legs';
import type { LedgerAccount, Side } from './ledger-account.entity';
import { operationOf } from './posting-operation';
import { ORDINARY, type PostingLeg, type PostingRequest } from './posting-request';

/** Refuses legs whose debits and credits differ. @throws when a leg moves no money */
export function balanceViolation(legs: PostingLeg[]): AppError | undefined {
  const total = (side: Side): bigint => legs.reduce((sum, leg) => (leg.side === side ? sum + leg.amountKobo : sum), 0n);
  if (legs.some(({ amountKobo }) => amountKobo <= 0n)) throw new Error('The amount of a leg must be positive.');
  const debits = total('debit');
  const credits = total('credit');
  if (debits === credits && legs.length >= 2) return undefined;
  return ledgerErrors.UNBALANCED_POSTING(
    `Debits of ${formatNaira(debits)} and credits of ${formatNaira(credits)} differ; they must be equal.`,
  );
}

const STATUS_REFUSALS: Record<Exclude<AccountStatus, 'Active'>, (message: string) => AppError> = {
  Closed: ledgerErrors.ACCOUNT_CLOSED,
  Inactive: ledgerErrors.ACCOUNT_INACTIVE,
  Frozen: ledgerErrors.ACCOUNT_FROZEN,
  Dormant: ledgerErrors.ACCOUNT_DORMANT,
  PendingApproval: ledgerErrors.ACCOUNT_PENDING_APPROVAL,
};

/** Refuses a leg that the account cannot take: because of its status, or because of the kind of ledger it is. */
export function accountViolation(
  account: LedgerAccount,
  leg: PostingLeg,
  request: Pick<PostingRequest, 'origin' | 'nature'>,
): AppError | undefined {
  if (account.isControl)
    return ledgerErrors.CONTROL_LEDGER(`${account.number} is a control ledger; post to one of its accounts.`);
  const isReversal = request.nature.type === 'reversal';
  // The other legs go to ledgers that the institution's settings name, not the caller.
  const namedByCaller = leg.namedByCaller ?? leg.role === 'principal';
  const namedByClient = request.origin === 'api' && namedByCaller && !isReversal;
  if (namedByClient && !account.allowApi)
    return ledgerErrors.LEDGER_NOT_ALLOWED(
      `The ledger ${account.number} is not open to API clients; name another one.`,
    );
  if (takesNoFee(account, leg))
    return ledgerErrors.FEE_LEDGER_NOT_ALLOWED(
      `The ledger ${account.number} does not take fees; name an income ledger that does.`,
    );
  // A leg of role `reversal` gives back part of a movement; the refund rule applies to it too.
  if (account.status === 'Active' || mayPost(account.status, leg.side, isReversal || leg.role === 'reversal'))
    return undefined;
  if (request.nature.type === 'already-happened' && account.status !== 'Closed') return undefined;
  return STATUS_REFUSALS[account.status](
    `The account ${account.number} is ${account.status} and may not be ${leg.side}ed.`,
  );
}

/** A fee that the caller names goes to a ledger for fees only: the caller must not move money elsewhere as a fee. */
function takesNoFee({ takesFees }: LedgerAccount, { role, side, namedByCaller }: PostingLeg): boolean {
  return role === 'fee' && side === 'credit' && namedByCaller === true && !takesFees;
}

/** What counts of a request, by account and direction, with the account's 24-hour window (`isCounted`). */
export function movementsOf(state: BatchState, legs: PostingLeg[]): AccountMovement[] {
  const movements = new Map<string, AccountMovement>();
  for (const leg of legs) {
    if (!isCounted(leg)) continue;
    const { accountId, side, amountKobo } = leg;
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

/** The part of the daily limit that was used on a calendar date, in kobo; 0 when the counter is of another date. */
export function usedTodayKobo(
  { dailyUsedOn, dailyUsedKobo }: Pick<LedgerAccount, 'dailyUsedOn' | 'dailyUsedKobo'>,
  calendarDate: string,
): bigint {
  return dailyUsedOn === calendarDate ? dailyUsedKobo : 0n;
}

/**
 * Refuses a debit above the ceiling of the posting or above a transfer limit of a customer account
 * (docs/api/liens-overdrafts-limits.md#account-limits).
 * @param movements what counts of the request, from `movementsOf`.
 */
export function limitViolation(
  state: BatchState,
  request: PostingRequest,
  movements: AccountMovement[],
): AppError | undefined {
  if (!operationOf(request).countsTowardsLimits) return undefined;
  const { ceiling } = request;
  const totalKobo = ceiling ? countedTotalKobo(request) : 0n;
  if (ceiling && totalKobo > ceiling.kobo) return limitExceeded(ceiling.name, ceiling.kobo, 0n, totalKobo);
  for (const { account, direction, amountKobo } of movements) {
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

/** A 422 that names the limit, the amount used and the amount requested. */
export function limitExceeded(name: string, limitKobo: bigint, usedKobo: bigint, requestedKobo: bigint): AppError {
  return ledgerErrors.LIMIT_EXCEEDED(
    `The ${name} limit of ${formatNaira(limitKobo)} is exceeded: ` +
      `${formatNaira(usedKobo)} used, ${formatNaira(requestedKobo)} requested.`,
    { limitName: name, limit: koboToNaira(limitKobo), used: koboToNaira(usedKobo), asked: koboToNaira(requestedKobo) },
  );
}

/** Refuses a posting by which an account would fall below its available balance, unless it may go negative. */
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

/** The first leg that its account cannot take, whatever AML and approvals decide. */
export function accountsViolation(state: BatchState, request: PostingRequest): AppError | undefined {
  for (const leg of request.legs) {
    const refusal = accountViolation(state.accounts.get(leg.accountId)!, leg, request);
    if (refusal) return refusal;
  }
  return undefined;
}

/**
 * Tells whether a request that has already happened breaks a rule that would refuse an ordinary one. Its posting is
 * then marked as forced, which staff see.
 */
export function mustBeForced(state: BatchState, request: PostingRequest): boolean {
  if (request.nature.type !== 'already-happened') return false;
  return (
    (accountsViolation(state, { ...request, nature: ORDINARY }) ?? fundsViolation(state, request.legs)) !== undefined
  );
}
