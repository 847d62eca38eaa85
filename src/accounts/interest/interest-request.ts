import { addDays } from '../../common/time/calendar';
import type { PostingOrigin } from '../../ledger/engine/posting.entity';
import { ALREADY_HAPPENED, ORDINARY, type PostingLeg, type PostingRequest } from '../../ledger/engine/posting-request';
import { type InterestKind, POSTING_KINDS } from './interest-kinds';
import { accountInterest } from './interest-posting.operation';
import type { LockedUnpostedInterest } from './unposted-interest-reader';

/** Who posts interest, and as of when. */
export interface InterestAuthor {
  origin: PostingOrigin;
  maker: string;
  /** Default: the business date. */
  valueDate?: string;
}

const WORDS: Record<InterestKind, string> = { savings: 'Interest', overdraft: 'Overdraft interest' };
const TAX_NARRATION = 'Withholding tax on interest';

/**
 * The posting of an account's interest: gross to the customer and the tax back, or the charge of an overdraft. The charge is
 * made whatever the account has; savings interest is forced only where the status would refuse the tax.
 *
 * @param creditId the customer's account, or where the interest of a closed one goes.
 */
export function interestRequest(
  due: LockedUnpostedInterest,
  { origin, maker, valueDate }: InterestAuthor,
  creditId: number,
): PostingRequest {
  const { institutionId, kind, account, accruedKobo, grossKobo, taxKobo, accruedThrough } = due;
  const isForced = kind === 'overdraft' || account.status === 'Dormant' || account.status === 'Frozen';
  return {
    institutionId,
    kind: POSTING_KINDS[kind].posting,
    reference: `${account.number}/${accruedThrough}`,
    origin,
    maker,
    narration: `${WORDS[kind]} on account ${account.number} to ${accruedThrough}`,
    legs: kind === 'savings' ? savingsLegs(due, creditId) : chargeLegs(due),
    amountKobo: grossKobo,
    feeKobo: 0n,
    // An account that failed on its day is posted later with what it has earned since.
    ...(valueDate === undefined ? {} : { valueDate: valueDate < accruedThrough ? accruedThrough : valueDate }),
    nature: isForced ? ALREADY_HAPPENED : ORDINARY,
    operation: accountInterest.with({
      institutionId,
      accountId: account.id,
      kind,
      throughDate: accruedThrough,
      accruedKobo,
      grossKobo,
      taxKobo,
    }),
  };
}

function narrationOf({ kind, postedThrough, accruedThrough }: LockedUnpostedInterest): string {
  return `${WORDS[kind]}${postedThrough === null ? '' : ` from ${addDays(postedThrough, 1)}`} to ${accruedThrough}`;
}

function savingsLegs(due: LockedUnpostedInterest, creditId: number): PostingLeg[] {
  const { grossKobo, taxKobo, balanceLedgerId, taxLedgerId } = due;
  const chosen = { namedByCaller: false };
  const legs: PostingLeg[] = [
    { accountId: balanceLedgerId, side: 'debit', amountKobo: grossKobo, role: 'interest', ...chosen },
    {
      accountId: creditId,
      side: 'credit',
      amountKobo: grossKobo,
      role: 'interest',
      narration: narrationOf(due),
      ...chosen,
    },
  ];
  if (taxKobo === 0n || taxLedgerId === undefined) return legs;
  return [
    ...legs,
    { accountId: creditId, side: 'debit', amountKobo: taxKobo, role: 'tax', narration: TAX_NARRATION, ...chosen },
    { accountId: taxLedgerId, side: 'credit', amountKobo: taxKobo, role: 'tax', ...chosen },
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
