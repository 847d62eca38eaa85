import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { LoanCharge } from '../origination/loan-charges';

/** A loan's money at disbursement. */
export interface DisbursedFunds {
  principalAccountId: number;
  principalKobo: bigint;
  /** Where the proceeds go: the linked account, or a ledger. */
  proceedsAccountId: number;
  linkedAccountId: number;
  /** Interest taken at once; 0 where it falls due later. */
  upfrontInterestKobo: bigint;
  /** Undefined where there is no such interest. */
  unearnedAccountId: number | undefined;
  /** What is charged now; undefined where nothing is, or only with the instalments. */
  charge: LoanCharge | undefined;
  loanAccountNumber: string;
}

/** Legs of a disbursement, and what of the principal reaches where the proceeds go. */
export interface DisbursementLegs {
  legs: PostingLeg[];
  netKobo: bigint;
}

/**
 * Principal against proceeds and unearned interest. A fee is paid by the linked account; where the proceeds go to a ledger, a
 * fee out of the proceeds is kept back from them. The institution or its product chose every ledger, so none counts as the
 * caller's.
 */
export function disbursementLegs(payout: DisbursedFunds): DisbursementLegs {
  const { principalKobo, upfrontInterestKobo, charge, proceedsAccountId, linkedAccountId, loanAccountNumber } = payout;
  const chargedKobo = charge ? charge.feeKobo + charge.vatKobo : 0n;
  const keptBackKobo = charge?.charged === 'Disbursement' && proceedsAccountId !== linkedAccountId ? chargedKobo : 0n;
  const proceedsKobo = principalKobo - upfrontInterestKobo - keptBackKobo;
  const legs: PostingLeg[] = [
    leg(payout.principalAccountId, 'debit', principalKobo, 'principal', `Loan ${loanAccountNumber}`),
  ];
  if (proceedsKobo > 0n)
    legs.push(leg(proceedsAccountId, 'credit', proceedsKobo, 'principal', `Proceeds of loan ${loanAccountNumber}`));
  if (payout.unearnedAccountId !== undefined)
    legs.push(
      leg(
        payout.unearnedAccountId,
        'credit',
        upfrontInterestKobo,
        'interest',
        `Interest taken upfront on loan ${loanAccountNumber}`,
      ),
    );
  if (charge) legs.push(...chargeLegs(charge, loanAccountNumber, keptBackKobo === 0n ? linkedAccountId : undefined));
  const isTakenFromProceeds = charge?.charged === 'Disbursement' && keptBackKobo === 0n;
  return { legs, netKobo: proceedsKobo - (isTakenFromProceeds ? chargedKobo : 0n) };
}

/** @param payerId undefined where the fee was kept back already. */
function chargeLegs(
  { feeKobo, vatKobo, incomeGlAccountId, vatGlAccountId }: LoanCharge,
  loanAccountNumber: string,
  payerId: number | undefined,
): PostingLeg[] {
  const parts = [
    {
      accountId: incomeGlAccountId,
      amountKobo: feeKobo,
      role: 'fee' as const,
      narration: `Fee of loan ${loanAccountNumber}`,
    },
    {
      accountId: vatGlAccountId,
      amountKobo: vatKobo,
      role: 'tax' as const,
      narration: `VAT on fee of loan ${loanAccountNumber}`,
    },
  ];
  return parts.flatMap(({ accountId, amountKobo, role, narration }) => {
    if (accountId === undefined || amountKobo === 0n) return [];
    const credit = leg(accountId, 'credit', amountKobo, role, narration);
    return payerId === undefined ? [credit] : [leg(payerId, 'debit', amountKobo, role, narration), credit];
  });
}

function leg(
  accountId: number,
  side: PostingLeg['side'],
  amountKobo: bigint,
  role: PostingLeg['role'],
  narration: string,
): PostingLeg {
  return { accountId, side, amountKobo, role, narration, namedByCaller: false };
}
