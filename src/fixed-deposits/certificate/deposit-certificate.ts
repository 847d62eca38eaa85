import { PdfDocument, type PdfOptions } from '../../common/files/pdf-document';
import { printedNaira } from '../../common/files/pdf-fonts';
import type { Fact, Sheet } from '../../common/files/table';
import { amountInWords } from '../../common/text/amount-in-words';
import { daysBetween } from '../../common/time/calendar';
import { printedDate } from '../../common/time/printed-date';
import type { FixedDeposit, Rollover } from '../fixed-deposit.entity';
import { type EarningPart, interestKobo } from '../interest/interest-to-date';
import { atMaturity } from '../interest/maturity-amount';

/** A term of a deposit with the names that its certificate shows. */
export interface CertifiedDeposit {
  deposit: FixedDeposit;
  /** In the order of their dates. */
  parts: readonly EarningPart[];
  productName: string;
  branchName: string;
}

/** A part of the principal, or the sum of all parts, and its interest up to maturity. */
interface CertificateRow {
  effectiveDate: string | null;
  label: string;
  amountKobo: bigint;
  days: number | null;
  interestKobo: bigint;
}

const TITLE = 'Fixed deposit certificate';

const ROLLOVER_TEXT: Record<Rollover, string> = {
  None: 'Principal and interest are paid out',
  Principal: 'The principal begins a new term, the interest is paid out',
  PrincipalAndInterest: 'Principal and net interest begin a new term',
};

const PAYMENT_TEXT = { AtMaturity: 'At maturity', Monthly: 'Monthly', Upfront: 'Upfront' } as const;

const STATUS_TEXT: Partial<Record<FixedDeposit['status'], string>> = { RolledOver: 'Rolled over' };

/**
 * The certificate as a table with facts above it, for a spreadsheet; the PDF prints the same and the wording around it.
 */
export function certificateSheet(certified: CertifiedDeposit): Sheet<CertificateRow> {
  return {
    title: TITLE,
    facts: factsOf(certified),
    columns: [
      { title: 'Part', kind: 'text', width: 26, value: ({ label }) => label },
      { title: 'Earns from', kind: 'date', width: 14, value: ({ effectiveDate }) => effectiveDate },
      { title: 'Days to maturity', kind: 'number', width: 16, value: ({ days }) => days },
      { title: 'Principal (₦)', kind: 'money', width: 20, value: ({ amountKobo }) => amountKobo },
      { title: 'Interest before tax (₦)', kind: 'money', width: 22, value: (row) => row.interestKobo },
    ],
    rows: rowsOf(certified),
    isEmphasised: ({ effectiveDate }) => effectiveDate === null,
  };
}

/** The certificate as a document. */
export async function certificatePdf(certified: CertifiedDeposit, options: Omit<PdfOptions, 'title'>): Promise<Buffer> {
  const { deposit } = certified;
  const {
    accountName,
    customerID,
    principalKobo,
    tenureDays,
    interestRate,
    startDate,
    maturityDate,
    earlyLiquidationPenaltyPercent: penalty,
    withholdingTaxPercent: tax,
  } = deposit;
  const sheet = certificateSheet(certified);
  const document = await PdfDocument.begin({ ...options, title: TITLE });
  document.paragraph(
    `${options.letterhead.name} certifies that ${accountName} (customer ${customerID}) ` +
      `${deposit.status === 'Active' ? 'holds' : 'held'} a fixed deposit of ${printedNaira(principalKobo)} ` +
      `(${amountInWords(principalKobo)}) ` +
      `for ${tenureDays} days from ${printedDate(startDate)} to ${printedDate(maturityDate)} at ${Number(interestRate)} % a year.`,
  );
  document.facts(sheet.facts!);
  // A liquidated deposit has no parts left to list.
  if (deposit.status !== 'Liquidated') await document.heading('Principal and interest').table(sheet);
  document.heading('Terms');
  document.paragraph(
    `Interest is counted by the day (${deposit.dayCount}). Withholding tax of ${Number(tax)} % is deducted from all ` +
      'interest paid.',
  );
  document.paragraph(
    Number(penalty) === 0
      ? 'A liquidation before maturity pays the interest earned to date without a penalty.'
      : `A liquidation before maturity loses ${Number(penalty)} % of the interest that the amount has earned to date.`,
  );
  document.paragraph(
    'This certificate shows the deposit as on the date of issue. It is not negotiable and cannot be transferred.',
  );
  return document.signatures(['For the institution', 'For the institution']).toBuffer();
}

function factsOf({ deposit, parts, productName, branchName }: CertifiedDeposit): Fact[] {
  const { totalInterestKobo, maturityAmountKobo } = atMaturity(deposit, parts);
  const hasEnded = deposit.status !== 'Active';
  return [
    ['Contract number', deposit.contractNo],
    ['Account number', deposit.accountNumber],
    ['Account name', deposit.accountName],
    ['Customer', deposit.customerID],
    ['Product', productName],
    ['Branch', branchName],
    [
      'Status',
      hasEnded
        ? `${STATUS_TEXT[deposit.status] ?? deposit.status} on ${printedDate(deposit.closedOn!)}`
        : deposit.status,
    ],
    ['Principal', deposit.principalKobo],
    ['Interest rate', `${Number(deposit.interestRate)} % a year`],
    ['Tenure', `${deposit.tenureDays} days`],
    ['Start date', printedDate(deposit.startDate)],
    ['Maturity date', printedDate(deposit.maturityDate)],
    ['Interest is paid', PAYMENT_TEXT[deposit.interestPayment]],
    ...(hasEnded
      ? ([['Interest paid', deposit.paidKobo + deposit.settledKobo]] as Fact[])
      : ([
          ['Interest of the term', totalInterestKobo + deposit.settledKobo],
          // The table lists only the interest of the principal that is still held.
          ...(deposit.settledKobo > 0n ? [['Of which on the liquidated amount', deposit.settledKobo]] : []),
          ['Maturity amount', maturityAmountKobo],
          ['At maturity', ROLLOVER_TEXT[deposit.applyRollover]],
        ] as Fact[])),
    ['Withholding tax paid', deposit.taxWithheldKobo],
  ];
}

/**
 * The parts with principal left. Each row shows the amount by which its part raises the interest, so that the column
 * adds up.
 */
function rowsOf({ deposit, parts }: CertifiedDeposit): CertificateRow[] {
  if (deposit.status === 'Liquidated') return [];
  const held = parts.filter(({ amountKobo }) => amountKobo > 0n);
  const upTo = (count: number): bigint => interestKobo(deposit, held.slice(0, count), deposit.maturityDate);
  const rows = held.map(({ amountKobo, effectiveDate }, index): CertificateRow => ({
    label: effectiveDate === deposit.startDate && index === 0 ? 'Principal at the start' : 'Top-up',
    effectiveDate,
    amountKobo,
    days: daysBetween(effectiveDate, deposit.maturityDate),
    interestKobo: upTo(index + 1) - upTo(index),
  }));
  const total = {
    label: 'Total',
    effectiveDate: null,
    days: null,
    amountKobo: held.reduce((sum, { amountKobo }) => sum + amountKobo, 0n),
    interestKobo: upTo(held.length),
  };
  return [...rows, total];
}
