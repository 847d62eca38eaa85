import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { LoanCharge } from '../origination/loan-charges';

/** The amounts and accounts of a disbursement. */
export interface DisbursedFunds {
  principalAccountId: number;
  principalKobo: bigint;
  /** The linked account or a ledger. */
  proceedsAccountId: number;
  linkedAccountId: number;
  /** Upfront interest; 0 when interest falls due later. */
  upfrontInterestKobo: bigint;
  /** Undefined without upfront interest. */
  unearnedAccountId: number | undefined;
  /** Fee at disbursement; undefined without a fee or with a fee per instalment. */
  charge: LoanCharge | undefined;
  loanAccountNumber: string;
}

/** Legs of a disbursement, and the net amount that the borrower receives. */
export interface DisbursementLegs {
  legs: PostingLeg[];
  netKobo: bigint;
}

/**
 * Principal against proceeds and unearned interest (docs/api/loans.md#disbursement). The linked account pays a fee;
 * when the proceeds go to a ledger, a fee at disbursement is deducted from them. The caller chose that ledger among
 * those of the product; the institution or its product chose every other.
 */
export function disbursementLegs(payout: DisbursedFunds): DisbursementLegs {
  const { principalKobo, upfrontInterestKobo, charge, proceedsAccountId, linkedAccountId, loanAccountNumber } = payout;
  const chargedKobo = charge ? charge.feeKobo + charge.vatKobo : 0n;
  const deductedKobo = charge?.charged === 'Disbursement' && proceedsAccountId !== linkedAccountId ? chargedKobo : 0n;
  const proceedsKobo = principalKobo - upfrontInterestKobo - deductedKobo;
  const legs: PostingLeg[] = [
    leg(payout.principalAccountId, 'debit', principalKobo, 'principal', `Loan ${loanAccountNumber}`),
  ];
  if (proceedsKobo > 0n)
    legs.push({
      ...leg(proceedsAccountId, 'credit', proceedsKobo, 'principal', `Proceeds of loan ${loanAccountNumber}`),
      namedByCaller: proceedsAccountId !== linkedAccountId,
    });
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
  if (charge) legs.push(...chargeLegs(charge, loanAccountNumber, deductedKobo === 0n ? linkedAccountId : undefined));
  const isTakenFromProceeds = charge?.charged === 'Disbursement' && deductedKobo === 0n;
  return { legs, netKobo: proceedsKobo - (isTakenFromProceeds ? chargedKobo : 0n) };
}

/** @param payerId undefined when the fee was deducted from the proceeds. */
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
