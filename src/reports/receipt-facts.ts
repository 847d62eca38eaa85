import type { CardProviderName } from '../cards/card.entity';
import { CardTransaction } from '../cards/card-transaction.entity';
import type { Tx } from '../common/database/unit-of-work';
import { Posting } from '../ledger/engine/posting.entity';
import { Loan } from '../loans/contract/loan.entity';
import { LoanTransaction } from '../loans/contract/loan-transaction.entity';
import { Payout } from '../payouts/payout.entity';
import { postingLegs, type ReportedLeg } from './posting-legs';
import { withRolesOf } from './receipt-parties';

/** What a transaction did to one loan. */
export interface ReceiptLoan extends Pick<
  LoanTransaction,
  'kind' | 'principalKobo' | 'interestKobo' | 'feeKobo' | 'defaultKobo' | 'penaltyKobo'
> {
  loanAccountNumber: string;
}

/** Everything that a receipt tells of a transaction. */
export interface ReceiptFacts {
  posting: Posting;
  legs: ReportedLeg[];
  /** Of a payment through a provider. */
  payout: Payout | null;
  /** Where the transaction is of one loan. */
  loan: ReceiptLoan | undefined;
  /** Of a card's transaction. */
  card: CardTransaction | null;
}

/** Reads what belongs to a posting. */
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

async function loanOf(
  tx: Tx,
  { institutionId, id: postingId }: Posting,
  legs: readonly ReportedLeg[],
): Promise<ReceiptLoan | undefined> {
  const numbers = new Set(legs.flatMap(({ contractNumber }) => contractNumber ?? []));
  const [loanAccountNumber] = numbers;
  if (numbers.size !== 1 || loanAccountNumber === undefined) return undefined;
  // The contract may be a deposit as well.
  const loan = await tx.findOneBy(Loan, { institutionId, loanAccountNumber });
  const transaction = loan && (await tx.findOneBy(LoanTransaction, { institutionId, loanId: loan.id, postingId }));
  return transaction ? { ...transaction, loanAccountNumber } : undefined;
}

/** The posting of a card's transaction has its reference, which is unique by provider. */
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
