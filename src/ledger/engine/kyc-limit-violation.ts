import type { AppError } from '../../common/errors/app-error';
import type { AccountMovement } from '../movements/movement-gates';
import { ledgerBalanceKobo } from './available-balance';
import type { BatchState } from './batch-reader';
import { isCounted } from './counted-legs';
import { kycLimitsOf, type KycTierLimits } from './kyc-limits';
import type { LedgerAccount } from './ledger-account.entity';
import { operationOf } from './posting-operation';
import type { PostingLeg, PostingRequest } from './posting-request';
import { limitExceeded, usedTodayKobo } from './posting-rules';

/**
 * The first KYC limit that a request exceeds on a person's account: the limited debits of a day, a single deposit, or
 * the balance. What the caller chose counts (`isCounted`), and no limit stops a reversal or a refund
 * (docs/api/liens-overdrafts-limits.md#kyc-tier-limits).
 */
export function kycLimitViolation(
  state: BatchState,
  request: PostingRequest,
  movements: AccountMovement[],
): AppError | undefined {
  if (!state.kycLimits) return undefined;
  for (const movement of movements) {
    const limits = kycLimitsOf(state.kycLimits, movement.account);
    if (!limits) continue;
    const refusal =
      movement.direction === 'outflow'
        ? outflowViolation(state, request, movement, limits)
        : inflowViolation(request, movement, limits);
    if (refusal) return refusal;
  }
  return undefined;
}

function outflowViolation(
  state: BatchState,
  request: PostingRequest,
  { account, amountKobo }: AccountMovement,
  { dailyLimitKobo }: KycTierLimits,
): AppError | undefined {
  if (!operationOf(request).countsTowardsLimits || dailyLimitKobo === null) return undefined;
  const usedKobo = usedTodayKobo(account, state.calendarDate);
  return usedKobo + amountKobo > dailyLimitKobo
    ? limitExceeded(`KYC tier ${account.kycTier} daily`, dailyLimitKobo, usedKobo, amountKobo)
    : undefined;
}

function inflowViolation(
  request: PostingRequest,
  { account, amountKobo }: AccountMovement,
  { maxSingleDepositKobo, maxBalanceKobo }: KycTierLimits,
): AppError | undefined {
  const { legs, nature } = request;
  if (nature.type === 'reversal') return undefined;
  const depositKobo = largestDeposit(request, account, amountKobo);
  if (maxSingleDepositKobo !== null && depositKobo > maxSingleDepositKobo) {
    return limitExceeded(`KYC tier ${account.kycTier} single deposit`, maxSingleDepositKobo, 0n, depositKobo);
  }
  const balanceKobo = ledgerBalanceKobo(account);
  const gainKobo = gainOf(account, legs);
  if (maxBalanceKobo !== null && gainKobo > 0n && balanceKobo + gainKobo > maxBalanceKobo) {
    return limitExceeded(`KYC tier ${account.kycTier} balance`, maxBalanceKobo, balanceKobo, gainKobo);
  }
  return undefined;
}

/**
 * The largest of the deposits that a request makes on the account: each onward posting that is written with it is one,
 * and so is what remains of the sum.
 */
function largestDeposit({ onward }: PostingRequest, { id }: LedgerAccount, sumKobo: bigint): bigint {
  if (!onward?.together) return sumKobo;
  let largestKobo = 0n;
  let ownKobo = sumKobo;
  for (const { legs } of onward.postings) {
    const depositKobo = legs.reduce(
      (sum, leg) => (leg.accountId === id && leg.side === 'credit' && isCounted(leg) ? sum + leg.amountKobo : sum),
      0n,
    );
    ownKobo -= depositKobo;
    if (depositKobo > largestKobo) largestKobo = depositKobo;
  }
  return ownKobo > largestKobo ? ownKobo : largestKobo;
}

/** The amount that all legs together add to the account, charges included. */
function gainOf({ id }: LedgerAccount, legs: PostingLeg[]): bigint {
  return legs.reduce(
    (sum, { accountId, side, amountKobo }) =>
      accountId === id ? sum + (side === 'credit' ? amountKobo : -amountKobo) : sum,
    0n,
  );
}
