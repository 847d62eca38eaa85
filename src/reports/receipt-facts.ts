import type { CardProviderName } from '../cards/card.entity';
import { CardTransaction } from '../cards/card-transaction.entity';
import type { Tx } from '../common/database/unit-of-work';
import { Posting } from '../ledger/engine/posting.entity';
import { Loan } from '../loans/contract/loan.entity';
import { LoanEvent } from '../loans/contract/loan-event.entity';
import { LoanTransaction } from '../loans/contract/loan-transaction.entity';
import { Payout } from '../payouts/payout.entity';
import { postingLegs, type ReportedLeg } from './posting-legs';
import { withRolesOf } from './receipt-parties';
import { reportsErrors } from './reports.errors';

/** The effect of a transaction on one loan. */
export interface ReceiptLoan extends Pick<
  LoanTransaction,
  'kind' | 'principalKobo' | 'interestKobo' | 'feeKobo' | 'defaultKobo' | 'penaltyKobo'
> {
  loanAccountNumber: string;
  /** True when staff reversed the act: its posting stays, and another one books what the loan differs by without it. */
  isReversed: boolean;
}

/** Kinds of the postings that pay loans. */
const KINDS_OF_LOANS = /^(group-)?loan-/;

/** The facts of a transaction for its receipt. */
export interface ReceiptFacts {
  posting: Posting;
  legs: ReportedLeg[];
  /** The payout of a payment through a provider; null otherwise. */
  payout: Payout | null;
  /** Set when the transaction belongs to one loan. */
  loan: ReceiptLoan | undefined;
  /** The card transaction; null otherwise. */
  card: CardTransaction | null;
}

/**
 * Refuses the receipt of a posting by which the system pays many customers, such as the interest of a month, or accrues
 * the interest of many loans: a customer who is handed it would see the others' names and amounts.
 * @throws TRANSACTION_OF_SEVERAL_CUSTOMERS (422)
 */
export function assertOneCustomer({ posting, legs }: Pick<ReceiptFacts, 'posting' | 'legs'>): void {
  if (posting.origin !== 'system') return;
  const customers = legs.filter(({ isLedger, contractNumber }) => !isLedger && contractNumber === null);
  const accounts = new Set(customers.map(({ accountNumber }) => accountNumber));
  const contracts = new Set(legs.flatMap(({ contractNumber }) => contractNumber ?? []));
  if (accounts.size > 1 || contracts.size > 1) throw reportsErrors.TRANSACTION_OF_SEVERAL_CUSTOMERS();
}

/** Reads the rows that belong to a posting. */
export async function receiptFacts(tx: Tx, posting: Posting): Promise<ReceiptFacts> {
  const { institutionId, id: postingId, reversesId } = posting;
  const legs = await postingLegs(tx, institutionId, postingId);
  return {
    posting,
    legs: reversesId === null ? legs : withRolesOf(legs, await postingLegs(tx, institutionId, reversesId)),
    payout: await tx.findOneBy(Payout, { institutionId, postingId }),
    loan: await loanOf(tx, posting, legs),
    card: await cardTransactionOf(tx, posting),
  };
}

async function loanOf(tx: Tx, posting: Posting, legs: readonly ReportedLeg[]): Promise<ReceiptLoan | undefined> {
  const { institutionId, id: postingId } = posting;
  const numbers = new Set(legs.flatMap(({ contractNumber }) => contractNumber ?? []));
  const [loanAccountNumber] = numbers;
  if (numbers.size === 0) return recoveredLoanOf(tx, posting);
  if (numbers.size !== 1 || loanAccountNumber === undefined) return undefined;
  // The contract may also be a fixed deposit.
  const loan = await tx.findOneBy(Loan, { institutionId, loanAccountNumber });
  const transaction = loan && (await tx.findOneBy(LoanTransaction, { institutionId, loanId: loan.id, postingId }));
  if (!transaction) return undefined;
  return { ...transaction, loanAccountNumber, isReversed: await isActReversed(tx, transaction) };
}

/** The loan of a receipt after its write-off, which no leg names: what was written off is on no account of the loan. */
async function recoveredLoanOf(
  tx: Tx,
  { institutionId, id: postingId, kind }: Posting,
): Promise<ReceiptLoan | undefined> {
  if (!KINDS_OF_LOANS.test(kind)) return undefined;
  const [transaction, ...others] = await tx.findBy(LoanTransaction, { institutionId, postingId, kind: 'Recovery' });
  if (!transaction || others.length > 0) return undefined;
  const { loanAccountNumber } = await tx.findOneByOrFail(Loan, { institutionId, id: transaction.loanId });
  return { ...transaction, loanAccountNumber, isReversed: await isActReversed(tx, transaction) };
}

async function isActReversed(tx: Tx, { institutionId, loanId, postingId }: LoanTransaction): Promise<boolean> {
  const act = await tx.findOneBy(LoanEvent, { institutionId, loanId, postingId: postingId! });
  return act !== null && (await tx.existsBy(LoanEvent, { institutionId, reversesId: act.id }));
}

/** A card transaction and its posting have the same reference, which is unique by provider. */
async function cardTransactionOf(
  tx: Tx,
  { institutionId, id: postingId, reference, additionalMetadata }: Posting,
): Promise<CardTransaction | null> {
  if (additionalMetadata?.channel !== 'cards') return null;
  return tx.findOneBy(CardTransaction, {
    institutionId,
    provider: additionalMetadata.provider as CardProviderName,
    transactionReference: reference,
    postingId,
  });
}
