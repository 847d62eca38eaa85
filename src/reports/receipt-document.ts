import { PdfDocument } from '../common/files/pdf-document';
import { printedNaira } from '../common/files/pdf-fonts';
import { wallClock } from '../common/time/calendar';
import { printedTime } from '../common/time/printed-date';
import type { InstitutionLetterhead } from '../institutions/settings/letterheads';
import { UNCONFIRMED } from './receipt-status';
import type { ReceiptDetails } from './receipt-view';
import type { ReceiptEntryView } from './receipts.dto';

/** The PDF of a receipt. */
export async function receiptDocument(
  receipt: ReceiptDetails & { verificationCode: string },
  { letterhead, verificationUrl }: { letterhead: InstitutionLetterhead; verificationUrl: string | undefined },
  now: Date,
): Promise<PdfDocument> {
  const at = (instant: Date): string => printedTime(wallClock(instant, letterhead.timeZone));
  const document = await PdfDocument.begin({
    letterhead,
    title: 'Transaction receipt',
    createdAt: now,
    footnote: `${receipt.postingReferenceNumber}, printed ${at(now).slice(0, -3)}`,
  });
  const warning = UNCONFIRMED[receipt.status];
  if (warning !== undefined) document.paragraph(warning, { isBold: true });
  document.facts(factsOf(receipt, at(new Date(receipt.transactionDate))));
  const isCompound = receipt.debitAccount === null || (receipt.creditAccount === null && receipt.billerName === null);
  document.facts([['Verification code', receipt.verificationCode]]);
  document.paragraph(verificationText(receipt.verificationCode, verificationUrl));
  if (isCompound) await document.heading('Accounts').table({ columns: ENTRY_COLUMNS, rows: receipt.entries });
  return document;
}

function verificationText(code: string, url: string | undefined): string {
  if (url === undefined) return 'The institution confirms this receipt to anyone who gives this code.';
  const page = new URL(url);
  page.searchParams.set('code', code);
  return `Check this receipt at ${page.href}`;
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

/** Exact, because the amount comes from kobo. */
function koboOf(naira: number): bigint {
  return BigInt(Math.round(naira * 100));
}

function factsOf(receipt: ReceiptDetails, transactionTime: string): [string, string][] {
  const money = (naira: number): string => printedNaira(koboOf(naira));
  const facts: [string, string | null][] = [
    ['Amount', money(receipt.amount)],
    ['Amount in words', receipt.amountInWords],
    ...amountFacts(receipt, money),
    ['Status', receipt.status],
    ['Given back', receipt.amountGivenBack === 0 ? null : money(receipt.amountGivenBack)],
    ['Type', receipt.transactionType],
    ['Date', transactionTime],
    ['From', party(receipt.debitAccountName, receipt.debitAccount)],
    ['To', party(receipt.creditAccountName, receipt.creditAccount)],
    ['Bank', receipt.beneficiaryBankName],
    ['Biller', receipt.billerName],
    ['Customer', party(receipt.billCustomerName, receipt.billCustomerID)],
    ['Token', receipt.token],
    ['Card', receipt.maskedPan],
    ['Terminal', receipt.terminalID],
    ['Narration', receipt.narration],
    ['Reference', receipt.referenceNumber],
    ['Posting reference', receipt.postingReferenceNumber],
    ['Session', receipt.sessionID],
    ['Instrument', receipt.instrumentNumber],
    ['Reversal of', receipt.reversedPostingReferenceNumber],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** The charges on top of the amount, and the components of a loan payment. */
function amountFacts(
  { amount, charges, totalDebited, loanComponents, reversedPostingReferenceNumber }: ReceiptDetails,
  money: (naira: number) => string,
): [string, string | null][] {
  const isReversal = reversedPostingReferenceNumber !== null;
  const charged = charges.map(({ name, amount: charge }): [string, string] => [
    isReversal ? `${name}, returned` : name,
    money(charge),
  ]);
  const total =
    !isReversal && charges.length > 0 && totalDebited !== null && totalDebited > amount ? money(totalDebited) : null;
  const { principal = 0, interest = 0, fee = 0, default: defaultInterest = 0, penalty = 0 } = loanComponents ?? {};
  const parts = Object.entries({
    Principal: principal,
    Interest: interest,
    Fee: fee,
    'Default interest': defaultInterest,
    Penalty: penalty,
  }).filter(([, part]) => part !== 0);
  return [
    ...charged,
    ['Total debited', total],
    ...parts.map(([name, part]): [string, string] => [`Of which ${name.toLowerCase()}`, money(part)]),
  ];
}

function party(name: string | null, number: string | null): string | null {
  if (number === null) return null;
  return name === null ? number : `${name}, ${number}`;
}
