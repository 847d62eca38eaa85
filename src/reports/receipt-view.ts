import { CURRENCY } from '../accounts/account-record';
import { koboToNaira } from '../common/money/naira';
import { type Posting, postingReferenceNumber } from '../ledger/posting.entity';
import type { Payout } from '../payouts/payout.entity';
import type { PostingLeg } from './posting-legs';
import { receiptStatus } from './receipt-status';
import type { ReceiptView } from './receipt.dto';

/** Everything that a receipt tells of a transaction. */
export interface ReceiptFacts {
  posting: Posting;
  legs: PostingLeg[];
  /** Of a payment through a provider. */
  payout: Payout | null;
}

/** What a receipt says, without its document. */
export type Receipt = Omit<ReceiptView, 'fileName' | 'mimeType' | 'document'>;

const TITLES: Record<string, string> = { 'outward-transfer': 'Interbank transfer', 'bill-vend': 'Bill payment' };

/** The kind of a posting in words: `Loan disbursement` of `loan-disbursement`. */
export function transactionType(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return TITLES[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A transaction's receipt. The parties are those of the metadata where it has some, because they were written with the money. */
export function receiptOf({ posting, legs, payout }: ReceiptFacts): Receipt {
  const metadata = posting.additionalMetadata ?? {};
  const text = (name: string): string | null => (typeof metadata[name] === 'string' ? metadata[name] : null);
  const debited = onlyParty(legs, 'debit');
  const credited = text('channel') === 'bills' ? undefined : onlyParty(legs, 'credit');
  const token = payout?.result.token;
  return {
    transactionID: posting.id,
    referenceNumber: posting.reference,
    postingReferenceNumber: postingReferenceNumber(posting.id),
    transactionType: transactionType(posting.kind),
    status: receiptStatus(posting, payout?.status),
    amount: koboToNaira(posting.amountKobo),
    fee: koboToNaira(chargedKobo(legs, 'fee')),
    taxes: koboToNaira(chargedKobo(legs, 'tax')),
    currency: CURRENCY,
    narration: posting.narration,
    transactionDate: posting.postedAt!.toISOString(),
    financialDate: posting.businessDate,
    valueDate: posting.valueDate,
    instrumentNumber: posting.instrumentNumber,
    debitAccount: text('account_number_from') ?? debited?.accountNumber ?? null,
    debitAccountName: text('account_name_from') ?? debited?.accountName ?? null,
    creditAccount: text('account_number_to') ?? credited?.accountNumber ?? null,
    creditAccountName: text('account_name_to') ?? credited?.accountName ?? null,
    beneficiaryBankName: text('bank_to'),
    sessionID: text('channel') === 'transfer' ? (payout?.sessionId ?? null) : null,
    billerName: text('biller_name'),
    billCustomerID: text('customer_id'),
    token: typeof token === 'string' ? token : null,
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

/** The one account on a side of the money itself, fees and taxes aside; undefined when there are several. */
function onlyParty(legs: PostingLeg[], side: PostingLeg['side']): PostingLeg | undefined {
  const principal = legs.filter((leg) => leg.side === side && leg.role !== 'fee' && leg.role !== 'tax');
  return principal.every(({ accountNumber }) => accountNumber === principal[0]!.accountNumber) ? principal[0] : undefined;
}

/** What went to the ledgers of fees or of taxes. */
function chargedKobo(legs: PostingLeg[], role: PostingLeg['role']): bigint {
  return legs.filter((leg) => leg.role === role && leg.side === 'credit').reduce((sum, { amountKobo }) => sum + amountKobo, 0n);
}
