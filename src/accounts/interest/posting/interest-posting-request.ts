import { addDays } from '../../../common/time/calendar';
import { mergeLegs } from '../../../ledger/engine/merge-legs';
import type { PostingOrigin } from '../../../ledger/engine/posting.entity';
import {
  ALREADY_HAPPENED,
  ORDINARY,
  type PostingLeg,
  type PostingRequest,
} from '../../../ledger/engine/posting-request';
import { type InterestKind, POSTING_KINDS } from '../interest-kinds';
import type { InterestPosting } from './interest-posting.entity';
import { accountInterest, interestTogether } from './interest-posting.operation';
import type { LockedUnpostedInterest } from './unposted-interest-reader';

/** Origin, maker and value date of an interest posting. */
export interface InterestAuthor {
  origin: PostingOrigin;
  maker: string;
  /** Default: the business date. */
  valueDate?: string;
}

/** The first words of the narration of interest. */
const NARRATIONS: Record<InterestKind, string> = { savings: 'Interest', overdraft: 'Overdraft interest' };
export const INTEREST_TAX_NARRATION = 'Withholding tax on interest';

/**
 * The posting of an account's interest: gross interest to the customer and the tax back, or the charge of an overdraft
 * (`docs/domain/deposits-and-interest.md#posting`). The charge is forced, so it does not depend on the balance. Savings
 * interest is forced only where the account's status would refuse the debit of the tax.
 *
 * @param creditId the customer's account; for a closed account the ledger of unclaimed funds.
 */
export function interestPostingRequest(
  due: LockedUnpostedInterest,
  { origin, maker, valueDate }: InterestAuthor,
  creditId: number,
): PostingRequest {
  const { institutionId, kind, account, grossKobo, accruedThrough } = due;
  const isForced = kind === 'overdraft' || account.status === 'Dormant' || account.status === 'Frozen';
  return {
    institutionId,
    kind: POSTING_KINDS[kind].posting,
    reference: `${account.number}/${accruedThrough}`,
    origin,
    maker,
    narration: `${NARRATIONS[kind]} on account ${account.number} to ${accruedThrough}`,
    legs: kind === 'savings' ? savingsLegs(due, creditId) : chargeLegs(due),
    amountKobo: grossKobo,
    feeKobo: 0n,
    ...(valueDate === undefined ? {} : { valueDate: valueDateOf(due, valueDate) }),
    nature: isForced ? ALREADY_HAPPENED : ORDINARY,
    operation: accountInterest.with(recordOf(due)),
  };
}

/**
 * True when the interest can be in one posting with that of other accounts at the end of a day: savings interest of
 * that day on an account that may be credited and debited.
 */
export function isPostedTogether({ kind, account, accruedThrough }: LockedUnpostedInterest, date: string): boolean {
  return kind === 'savings' && account.status === 'Active' && accruedThrough <= date;
}

/** The fields of a posting of the interest of several accounts at the end of a date, without its maker and its legs. */
export function interestTogetherFields(
  institutionId: number,
  kind: InterestKind,
  { date, firstAccountId, grossKobo }: { date: string; firstAccountId: number; grossKobo: bigint },
): Omit<PostingRequest, 'origin' | 'maker' | 'legs' | 'operation'> {
  return {
    institutionId,
    kind: POSTING_KINDS[kind].posting,
    // The first account's id keeps two chunks of a date apart; a customer's statement must not name another account.
    reference: `${date}:${firstAccountId}`,
    narration: `${NARRATIONS[kind]} to ${date}`,
    amountKobo: grossKobo,
    feeKobo: 0n,
    valueDate: date,
    nature: ORDINARY,
  };
}

/**
 * One posting of the interest of several accounts: the legs of each account, and one leg for each ledger, branch and
 * side.
 * @param dues not empty, each `isPostedTogether`
 */
export function interestTogetherRequest(
  dues: readonly LockedUnpostedInterest[],
  { origin, maker, valueDate }: InterestAuthor & { valueDate: string },
): PostingRequest {
  const { institutionId, kind, account: first } = dues[0]!;
  const legs = dues.map((due) => savingsLegs(due, due.account.id));
  const isOfLedger = (due: LockedUnpostedInterest, leg: PostingLeg): boolean => leg.accountId !== due.account.id;
  const ledgerLegs = dues.flatMap((due, index) =>
    legs[index]!.filter((leg) => isOfLedger(due, leg)).map((leg) => ({ ...leg, branchId: due.branchId })),
  );
  const grossKobo = dues.reduce((sum, due) => sum + due.grossKobo, 0n);
  return {
    ...interestTogetherFields(institutionId, kind, { date: valueDate, firstAccountId: first.id, grossKobo }),
    origin,
    maker,
    legs: [
      ...mergeLegs(ledgerLegs),
      ...dues.flatMap((due, index) => legs[index]!.filter((leg) => !isOfLedger(due, leg))),
    ],
    operation: interestTogether.with(dues.map(recordOf)),
  };
}

/** The interest of an account that failed on its day is posted later, with the interest accrued since. */
function valueDateOf({ accruedThrough }: LockedUnpostedInterest, valueDate: string): string {
  return valueDate < accruedThrough ? accruedThrough : valueDate;
}

function recordOf(due: LockedUnpostedInterest): Omit<InterestPosting, 'postingId'> {
  const { institutionId, account, kind, accruedThrough, accruedKobo, grossKobo, taxKobo } = due;
  return { institutionId, accountId: account.id, kind, throughDate: accruedThrough, accruedKobo, grossKobo, taxKobo };
}

function narrationOf({ kind, postedThrough, accruedThrough }: LockedUnpostedInterest): string {
  const from = postedThrough === null ? '' : ` from ${addDays(postedThrough, 1)}`;
  return `${NARRATIONS[kind]}${from} to ${accruedThrough}`;
}

function savingsLegs(due: LockedUnpostedInterest, creditId: number): PostingLeg[] {
  const { grossKobo, taxKobo, balanceLedgerId, taxLedgerId } = due;
  const common = { namedByCaller: false };
  const legs: PostingLeg[] = [
    { accountId: balanceLedgerId, side: 'debit', amountKobo: grossKobo, role: 'interest', ...common },
    {
      accountId: creditId,
      side: 'credit',
      amountKobo: grossKobo,
      role: 'interest',
      narration: narrationOf(due),
      ...common,
    },
  ];
  if (taxKobo === 0n || taxLedgerId === undefined) return legs;
  return [
    ...legs,
    {
      accountId: creditId,
      side: 'debit',
      amountKobo: taxKobo,
      role: 'tax',
      narration: INTEREST_TAX_NARRATION,
      ...common,
    },
    { accountId: taxLedgerId, side: 'credit', amountKobo: taxKobo, role: 'tax', ...common },
  ];
}

function chargeLegs(due: LockedUnpostedInterest): PostingLeg[] {
  const { account, grossKobo, balanceLedgerId } = due;
  return [
    {
      accountId: account.id,
      side: 'debit',
      amountKobo: grossKobo,
      role: 'interest',
      narration: narrationOf(due),
      namedByCaller: false,
    },
    { accountId: balanceLedgerId, side: 'credit', amountKobo: grossKobo, role: 'interest', namedByCaller: false },
  ];
}
