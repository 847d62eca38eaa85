import { CURRENCY } from '../accounts/account-record';
import { koboToNaira } from '../common/money/naira';
import { amountInWords } from '../common/text/amount-in-words';
import { type Posting, postingReferenceNumber } from '../ledger/engine/posting.entity';
import type { LoanTransactionKind } from '../loans/contract/loan-transaction.entity';
import { receiptAmountKobo } from './receipt-amount';
import type { ReceiptFacts, ReceiptLoan } from './receipt-facts';
import { chargesOf, leftKobo, onlyParty, type Party, type ReceiptCharge } from './receipt-parties';
import { receiptStatus } from './receipt-status';
import type { LoanComponentsView, ReceiptView } from './receipts.dto';

/** The fields of a receipt, without its document. */
export type ReceiptDetails = Omit<ReceiptView, 'fileName' | 'mimeType' | 'document' | 'verificationCode'>;

const TITLES: Record<string, string> = { 'outward-transfer': 'Interbank transfer', 'bill-vend': 'Bill payment' };

/** Kinds of loan transactions in which money comes in. */
const PAYMENTS_OF_LOANS: readonly LoanTransactionKind[] = [
  'Repayment',
  'EarlyRepayment',
  'Collection',
  'PartnerRecovery',
  'SecurityDeposit',
];

/**
 * The kind of a posting in words: `Loan disbursement` for `loan-disbursement`, `Card purchase` for a card transaction.
 */
export function transactionType(
  { kind, additionalMetadata }: Pick<Posting, 'kind' | 'additionalMetadata'>,
  isCard: boolean,
): string {
  const words = (
    isCard ? `card ${String(additionalMetadata?.transaction_type)}` : kind.replaceAll('-', ' ')
  ).toLowerCase();
  return TITLES[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The receipt of a transaction. Parties in the metadata take precedence, because they were written with the posting.
 */
export function receiptOf(facts: ReceiptFacts): ReceiptDetails {
  const { posting, legs, payout, card, loan } = facts;
  const metadata = posting.additionalMetadata ?? {};
  const text = (name: string): string | null => (typeof metadata[name] === 'string' ? metadata[name] : null);
  const { debited, credited } = partiesOf(facts);
  const charges = chargesIn(facts);
  const confirmedKobo = receiptAmountKobo(facts);
  const leftDebitedKobo = leftKobo(legs, debited?.number);
  const token = payout?.result.token;
  return {
    transactionID: posting.id,
    referenceNumber: posting.reference,
    postingReferenceNumber: postingReferenceNumber(posting.id),
    transactionType: transactionType(posting, card !== null),
    status: receiptStatus({ ...posting, isLoanActReversed: loan?.isReversed }, payout, card),
    amount: koboToNaira(confirmedKobo),
    amountInWords: amountInWords(confirmedKobo),
    fee: koboToNaira(sumOf(charges, 'fee')),
    taxes: koboToNaira(sumOf(charges, 'tax')),
    charges: charges.map(({ name, amountKobo }) => ({ name, amount: koboToNaira(amountKobo) })),
    totalDebited: leftDebitedKobo === undefined ? null : koboToNaira(leftDebitedKobo),
    amountGivenBack: koboToNaira(card?.givenBackKobo ?? 0n),
    currency: CURRENCY,
    narration: posting.narration,
    transactionDate: posting.postedAt!.toISOString(),
    financialDate: posting.businessDate,
    valueDate: posting.valueDate,
    instrumentNumber: posting.instrumentNumber,
    debitAccount: text('account_number_from') ?? debited?.number ?? null,
    debitAccountName: text('account_name_from') ?? debited?.name ?? null,
    creditAccount: text('account_number_to') ?? credited?.number ?? null,
    creditAccountName: text('account_name_to') ?? credited?.name ?? null,
    beneficiaryBankName: text('bank_to'),
    sessionID: text('channel') === 'transfer' ? (payout?.sessionId ?? null) : null,
    billerName: text('biller_name'),
    billCustomerID: text('customer_id'),
    billCustomerName: text('customer_name'),
    token: typeof token === 'string' ? token : null,
    maskedPan: text('masked_pan'),
    terminalID: text('terminal_id'),
    loanAccountNumber: loan?.loanAccountNumber ?? null,
    loanComponents: loan && PAYMENTS_OF_LOANS.includes(loan.kind) ? componentsView(loan) : null,
    reversedPostingReferenceNumber: posting.reversesId === null ? null : postingReferenceNumber(posting.reversesId),
    entries: legs.map(({ accountNumber, accountName, side, amountKobo, narration }) => ({
      accountNumber,
      accountName,
      debit: side === 'debit' ? koboToNaira(amountKobo) : 0,
      credit: side === 'credit' ? koboToNaira(amountKobo) : 0,
      narration: narration ?? posting.narration,
    })),
  };
}

/** The payer and the payee. A biller has no account here, and a loan payment goes to several accounts of the loan. */
function partiesOf({ posting, legs, loan }: ReceiptFacts): { debited: Party | undefined; credited: Party | undefined } {
  const debited = onlyParty(legs, 'debit');
  if (posting.additionalMetadata?.channel === 'bills') return { debited, credited: undefined };
  if (!loan || !PAYMENTS_OF_LOANS.includes(loan.kind)) return { debited, credited: onlyParty(legs, 'credit') };
  const { loanAccountNumber: number } = loan;
  const books = { number, name: legs.find(({ contractNumber }) => contractNumber === number)!.accountName };
  const others = legs.filter(({ contractNumber }) => contractNumber !== number);
  const payer = onlyParty(others, 'debit');
  // When a borrower had paid ahead, the settlement of the loan pays the surplus back to them.
  return payer ? { debited: payer, credited: books } : { debited: books, credited: onlyParty(others, 'credit') };
}

/**
 * The charges beside the amount. Fees that a borrower pays with an instalment are part of the amount, and entries
 * between the accounts of a loan are not charges.
 */
function chargesIn({ posting, legs, loan }: ReceiptFacts): ReceiptCharge[] {
  if (loan && loan.kind !== 'Disbursement') return [];
  return chargesOf(legs, posting.reversesId === null ? 'credit' : 'debit');
}

function sumOf(charges: readonly ReceiptCharge[], role: ReceiptCharge['role']): bigint {
  return charges.reduce((sum, charge) => (charge.role === role ? sum + charge.amountKobo : sum), 0n);
}

function componentsView({
  principalKobo,
  interestKobo,
  feeKobo,
  defaultKobo,
  penaltyKobo,
}: ReceiptLoan): LoanComponentsView {
  return {
    principal: koboToNaira(principalKobo),
    interest: koboToNaira(interestKobo),
    fee: koboToNaira(feeKobo),
    default: koboToNaira(defaultKobo),
    penalty: koboToNaira(penaltyKobo),
  };
}
