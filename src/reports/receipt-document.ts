import { PdfDocument } from '../common/files/pdf-document';
import { printedNaira } from '../common/files/pdf-fonts';
import { wallClock } from '../common/time/calendar';
import type { InstitutionLetterhead } from '../institutions/letterheads';
import type { ReceiptEntryView } from './receipt.dto';
import type { Receipt } from './receipt-view';

const UNCONFIRMED: Partial<Record<Receipt['status'], string>> = {
  Pending: 'This payment is not confirmed yet. This is not a proof of payment.',
  Failed: 'This payment was not made. This is not a proof of payment.',
  Reversed: 'This transaction was reversed. This is not a proof of payment.',
};

/** A receipt to hand out. */
export async function receiptDocument(receipt: Receipt, letterhead: InstitutionLetterhead, now: Date): Promise<PdfDocument> {
  const at = (instant: Date): string => wallClock(instant, letterhead.timeZone).replace('T', ' ');
  const document = new PdfDocument({ letterhead, title: 'Transaction receipt', createdAt: now, footnote: `${receipt.postingReferenceNumber}, printed ${at(now).slice(0, 16)}` });
  const warning = UNCONFIRMED[receipt.status];
  if (warning !== undefined) document.paragraph(warning, { isBold: true });
  document.facts(factsOf(receipt, at(new Date(receipt.transactionDate))));
  const isCompound = receipt.debitAccount === null || (receipt.creditAccount === null && receipt.billerName === null);
  if (isCompound) await document.heading('Accounts').table({ columns: ENTRY_COLUMNS, rows: receipt.entries });
  return document;
}

const ENTRY_COLUMNS = [
  { title: 'Account', width: 16, kind: 'text' as const, value: ({ accountNumber }: ReceiptEntryView) => accountNumber },
  { title: 'Name', width: 36, kind: 'text' as const, value: ({ accountName }: ReceiptEntryView) => accountName },
  { title: 'Narration', width: 36, kind: 'text' as const, value: ({ narration }: ReceiptEntryView) => narration },
  { title: 'Debit', width: 18, kind: 'money' as const, value: ({ debit }: ReceiptEntryView) => amountOf(debit) },
  { title: 'Credit', width: 18, kind: 'money' as const, value: ({ credit }: ReceiptEntryView) => amountOf(credit) },
];

function amountOf(naira: number): bigint | null {
  return naira === 0 ? null : koboOf(naira);
}

/** Of an amount that was kobo before. */
function koboOf(naira: number): bigint {
  return BigInt(Math.round(naira * 100));
}

function factsOf(receipt: Receipt, transactionTime: string): [string, string][] {
  const money = (naira: number): string => printedNaira(koboOf(naira));
  const facts: [string, string | null][] = [
    ['Amount', money(receipt.amount)],
    ['Fee', receipt.fee === 0 ? null : money(receipt.fee)],
    ['VAT and stamp duty', receipt.taxes === 0 ? null : money(receipt.taxes)],
    ['Status', receipt.status],
    ['Type', receipt.transactionType],
    ['Date', transactionTime],
    ['From', party(receipt.debitAccountName, receipt.debitAccount)],
    ['To', party(receipt.creditAccountName, receipt.creditAccount)],
    ['Bank', receipt.beneficiaryBankName],
    ['Biller', receipt.billerName],
    ['Customer number', receipt.billCustomerID],
    ['Token', receipt.token],
    ['Narration', receipt.narration],
    ['Reference', receipt.referenceNumber],
    ['Posting reference', receipt.postingReferenceNumber],
    ['Session', receipt.sessionID],
    ['Instrument', receipt.instrumentNumber],
    ['Reversal of', receipt.reversedPostingReferenceNumber],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function party(name: string | null, number: string | null): string | null {
  if (number === null) return null;
  return name === null ? number : `${name}, ${number}`;
}
