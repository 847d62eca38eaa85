import type { LegRole } from '../ledger/engine/posting-entry.entity';
import type { PostingLeg } from '../ledger/engine/posting-request';
import type { FixedDeposit } from './fixed-deposit.entity';
import type { EarlySettlement } from './interest/early-settlement';
import { shareKobo } from './interest/interest-to-date';

/** Begins the narration of the legs that pay a deposit's interest; the contract number follows. */
export const INTEREST_NARRATION = 'Interest of fixed deposit';
/** Begins the narration of the legs that withhold tax from a deposit's interest. */
export const TAX_NARRATION = 'Withholding tax on interest of fixed deposit';

/** Begins the narration of the legs that take interest back; the contract number follows. */
export const LOST_NARRATION = 'Interest lost by early liquidation of fixed deposit';

/** The account that receives a deposit's money. */
export interface Payee {
  accountId: number;
  /**
   * True when the account shows the gross interest and the tax on it. An account that may not be debited receives the
   * net amount: the tax is then credited from the interest itself.
   */
  takesGross: boolean;
  /** `reversal` for an account that takes no ordinary credit: it receives its own money as a refund. */
  interestRole: 'interest' | 'reversal';
  /** True for the ledger that the caller named; the principal paid to it counts as moved by the caller. */
  isNamedLedger: boolean;
}

type Books = Pick<
  FixedDeposit,
  | 'contractNo'
  | 'ledgerAccountId'
  | 'interestPayment'
  | 'withholdingTaxPercent'
  | 'interestExpenseGlAccountId'
  | 'interestPayableGlAccountId'
  | 'prepaidInterestGlAccountId'
  | 'withholdingTaxPayableGlAccountId'
>;

/** The ledger between expense and payment: interest payable to the customer, or interest prepaid to the customer. */
export function interestLedgerId({
  interestPayment,
  prepaidInterestGlAccountId,
  interestPayableGlAccountId,
}: Books): number {
  return interestPayment === 'Upfront' ? prepaidInterestGlAccountId : interestPayableGlAccountId;
}

/** Earned interest: an expense against interest payable or prepaid interest. An amount below zero takes it back. */
export function accrualLegs(books: Books, amountKobo: bigint): PostingLeg[] {
  return pair(books.interestExpenseGlAccountId, interestLedgerId(books), amountKobo, 'interest', 'Interest earned');
}

/** The principal of a new deposit or of a top-up. */
export function fundingLegs(
  { contractNo, ledgerAccountId }: Books,
  sourceAccountId: number,
  amountKobo: bigint,
): PostingLeg[] {
  return pair(sourceAccountId, ledgerAccountId, amountKobo, 'principal', `Principal of fixed deposit ${contractNo}`);
}

/** Interest paid, and the tax withheld from it. */
export function interestPaymentLegs(books: Books, payee: Payee, grossKobo: bigint): PostingLeg[] {
  const taxKobo = shareKobo(grossKobo, books.withholdingTaxPercent);
  const interestLedger = interestLedgerId(books);
  const taxLedger = books.withholdingTaxPayableGlAccountId;
  const interest = `${INTEREST_NARRATION} ${books.contractNo}`;
  const tax = `${TAX_NARRATION} ${books.contractNo}`;
  if (!payee.takesGross) {
    return [
      ...pair(
        interestLedger,
        payee.accountId,
        grossKobo - taxKobo,
        'interest',
        `${interest} after withholding tax`,
        payee.interestRole,
      ),
      ...pair(interestLedger, taxLedger, taxKobo, 'interest', tax, 'tax'),
    ];
  }
  return [
    ...pair(interestLedger, payee.accountId, grossKobo, 'interest', interest),
    ...pair(payee.accountId, taxLedger, taxKobo, 'tax', tax),
  ];
}

/**
 * Principal paid back: to the customer a refund, which neither limits nor an inactive account stop; to a ledger that
 * the caller named a movement like any other.
 */
export function principalLegs(
  { contractNo, ledgerAccountId }: Books,
  { accountId, isNamedLedger }: Payee,
  amountKobo: bigint,
): PostingLeg[] {
  const role = isNamedLedger ? 'principal' : 'reversal';
  return pair(ledgerAccountId, accountId, amountKobo, role, `Principal of fixed deposit ${contractNo}`).map((leg) => ({
    ...leg,
    namedByCaller: isNamedLedger && leg.accountId === accountId,
  }));
}

/**
 * The legs of a liquidation of `amountKobo` with its settled interest
 * (`docs/domain/deposits-and-interest.md#53-early-liquidation`). Interest booked before is
 * `settlement.accruedBeforeKobo`. The penalty lowers the expense. It comes out of interest payable that is not due any
 * more, out of the principal (the excess), or both; prepaid interest for days after the liquidation also comes out of
 * the excess.
 */
export function settlementLegs(
  books: Books,
  payee: Payee,
  amountKobo: bigint,
  settlement: EarlySettlement,
): PostingLeg[] {
  const { dueKobo, excessKobo, penaltyKobo, taxBackKobo } = settlement;
  const lost = `${LOST_NARRATION} ${books.contractNo}`;
  const leg = (accountId: number, side: 'debit' | 'credit', amount: bigint): PostingLeg[] =>
    amount > 0n
      ? [{ accountId, side, amountKobo: amount, role: 'interest', narration: lost, namedByCaller: false }]
      : [];
  const releasedKobo = penaltyKobo - excessKobo;
  const interestLedger = interestLedgerId(books);
  return [
    ...interestPaymentLegs(books, payee, dueKobo),
    ...leg(interestLedger, 'debit', releasedKobo),
    ...leg(books.ledgerAccountId, 'debit', excessKobo),
    ...leg(books.interestExpenseGlAccountId, 'credit', penaltyKobo),
    // Prepaid interest beyond the principal itself cannot be recovered: the institution bears it.
    ...leg(books.interestExpenseGlAccountId, 'debit', -penaltyKobo),
    ...leg(interestLedger, 'credit', -releasedKobo),
    ...pair(
      books.withholdingTaxPayableGlAccountId,
      payee.accountId,
      taxBackKobo,
      'tax',
      `Withholding tax given back, fixed deposit ${books.contractNo}`,
      payee.interestRole === 'reversal' ? 'reversal' : 'tax',
    ),
    ...principalLegs(books, payee, amountKobo - excessKobo),
  ];
}

/** One debit and one credit, the other way round for an amount below zero, and none for zero. */
function pair(
  debitId: number,
  creditId: number,
  amountKobo: bigint,
  role: LegRole,
  narration: string,
  creditRole: LegRole = role,
): PostingLeg[] {
  if (amountKobo === 0n) return [];
  if (amountKobo < 0n) return pair(creditId, debitId, -amountKobo, role, narration);
  return [
    { accountId: debitId, side: 'debit', amountKobo, role, narration, namedByCaller: false },
    { accountId: creditId, side: 'credit', amountKobo, role: creditRole, narration, namedByCaller: false },
  ];
}
