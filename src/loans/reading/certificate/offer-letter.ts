import { PdfDocument, type PdfOptions } from '../../../common/files/pdf-document';
import { printedNaira } from '../../../common/files/pdf-fonts';
import type { Column } from '../../../common/files/table';
import { amountInWords } from '../../../common/text/amount-in-words';
import { printedDate } from '../../../common/time/printed-date';
import type { Loan } from '../../contract/loan.entity';
import type { ContractTerms } from '../../origination/contract-terms';
import type { ShownInstalment } from '../schedule-view';
import { percentText } from './annual-percentage-rate';
import type { CreditCost } from './credit-cost';
import {
  allocationText,
  arrearsText,
  dayCountText,
  feeText,
  methodText,
  moratoriumText,
  penaltyText,
  rateText,
  repaymentText,
  restructuredFeeText,
  securityText,
  tenureText,
} from './letter-wording';

/** The content of a letter to a borrower. */
export interface LoanLetter {
  loan: Loan;
  terms: ContractTerms;
  rows: ShownInstalment[];
  /** True before disbursement. */
  isPlanned: boolean;
  /** True for the new terms of a running loan. */
  isRestructure: boolean;
  upfrontInterestKobo: bigint;
  /** VAT on the fee, each time it is charged. */
  vatKobo: bigint;
  /** Net amount that the borrower receives; null when nothing is paid out. */
  netKobo: bigint | null;
  /** The cost of the credit; null for new terms of a running loan, by which no credit is paid out. */
  cost: CreditCost | null;
  borrower: { name: string; customerID: string; address: string | null };
  productName: string;
  branchName: string;
  officerName: string | null;
  guarantors: string[];
  /** Date of the letter. */
  date: string;
}

type Facts = [string, string][];

const COST_TEXT =
  'The total cost of credit is all interest, fees and taxes on fees that you pay for the loan when you pay each ' +
  'instalment on its day. The annual percentage rate is this cost as a yearly rate on the money that you have ' +
  'received and not yet repaid (actuarial method).';

interface LetterRow extends Pick<ShownInstalment, 'principalDueKobo' | 'interestDueKobo' | 'feeDueKobo'> {
  label: string;
  dueDate: string | null;
  openingKobo: bigint | null;
  closingKobo: bigint | null;
}

/** The letter for the borrower to sign: the offer of a loan, or its new terms. */
export async function loanLetterPdf(letter: LoanLetter, options: Omit<PdfOptions, 'title'>): Promise<Buffer> {
  const { isRestructure, guarantors } = letter;
  const document = await PdfDocument.begin({
    ...options,
    title: isRestructure ? 'Restructure of your loan' : 'Loan offer letter',
  });
  for (const paragraph of openingOf(letter, options.letterhead.name)) document.paragraph(paragraph);
  document.facts(partiesOf(letter));
  document.heading(isRestructure ? 'New terms' : 'Terms of the loan').facts(termsOf(letter));
  if (letter.cost) document.paragraph(COST_TEXT);
  document.heading('Repayment schedule');
  if (letter.isPlanned)
    document.paragraph(
      `These dates and amounts are for a loan that is paid out on ${printedDate(letter.terms.effectiveDate)}. ` +
        'They count from the day it is paid out; you then receive the schedule that applies.',
    );
  await document.table({
    columns: columnsOf(letter),
    rows: [...letter.rows.map(rowOf), totalOf(letter.rows)],
    isEmphasised: ({ dueDate }) => dueDate === null,
  });
  document.heading('Conditions');
  conditionsOf(letter).forEach((condition, index) => document.paragraph(`${index + 1}. ${condition}`));
  document
    .heading('Acceptance')
    .paragraph(
      `I have read this letter and accept the ${isRestructure ? 'new terms' : 'loan'} on its terms and conditions.`,
    );
  document.signatures(['For the institution', `Borrower: ${letter.borrower.name}`]);
  for (let index = 0; index < guarantors.length; index += 2)
    document.signatures(guarantors.slice(index, index + 2).map((name) => `Guarantor: ${name}`));
  return document.toBuffer();
}

function openingOf(
  { loan, terms, borrower, isRestructure, isPlanned, date }: LoanLetter,
  institution: string,
): string[] {
  const opening = [
    printedDate(date),
    [borrower.name, borrower.address].filter(Boolean).join(', '),
    `Dear ${borrower.name},`,
  ];
  const amount = `${printedNaira(terms.principalKobo)} (${amountInWords(terms.principalKobo)})`;
  if (isRestructure)
    return [
      ...opening,
      `${institution} and you change the terms of your loan ${loan.loanAccountNumber} from ` +
        `${printedDate(terms.effectiveDate)} on. The principal of ${amount} is repaid as this letter says; what was ` +
        'paid before stays paid.',
    ];
  if (!isPlanned)
    return [
      ...opening,
      `${institution} lends you ${amount}, paid out on ${printedDate(terms.effectiveDate)}, on the terms and conditions ` +
        'of this letter.',
    ];
  const approval =
    loan.status === 'PendingApproval'
      ? ' The loan still needs the approval of the institution; until then this letter binds nobody.'
      : '';
  return [
    ...opening,
    `${institution} offers to lend you ${amount} on the terms and conditions of this letter.${approval}`,
  ];
}

function partiesOf({ loan, borrower, productName, branchName, officerName }: LoanLetter): Facts {
  return present([
    ['Loan account', loan.loanAccountNumber],
    ['Reference', loan.referenceNumber],
    ['Product', productName],
    ['Branch', branchName],
    ['Borrower', borrower.name],
    ['Customer number', borrower.customerID],
    ['Linked account', loan.linkedNumber],
    ['Account officer', officerName ?? undefined],
  ]);
}

function termsOf(letter: LoanLetter): Facts {
  const { terms, rows, upfrontInterestKobo, vatKobo, netKobo, cost, guarantors } = letter;
  // Capitalised interest of a moratorium is repaid as principal, but to the borrower it is interest.
  const capitalisedKobo = rows.reduce((sum, row) => sum + row.principalDueKobo, 0n) - terms.principalKobo;
  const interestKobo = upfrontInterestKobo + capitalisedKobo + rows.reduce((sum, row) => sum + row.interestDueKobo, 0n);
  const repaidKobo = rows.reduce((sum, row) => sum + row.principalDueKobo + row.interestDueKobo + row.feeDueKobo, 0n);
  return present([
    ['Principal', printedNaira(terms.principalKobo)],
    ['Interest rate', rateText(terms)],
    ['Interest is charged', methodText(terms)],
    ['Interest is counted', dayCountText(terms)],
    ['Tenure', tenureText(terms)],
    ['Repayment', repaymentText(terms)],
    ['Moratorium', moratoriumText(terms)],
    ['First instalment', dateOf(rows[0])],
    ['Last instalment', dateOf(rows.at(-1))],
    ['Total interest', printedNaira(interestKobo)],
    ['Interest added to the principal', capitalisedKobo > 0n ? printedNaira(capitalisedKobo) : undefined],
    ['Interest taken upfront', upfrontInterestKobo > 0n ? printedNaira(upfrontInterestKobo) : undefined],
    ['Fee', letter.isRestructure ? restructuredFeeText(terms, rows.at(-1)?.feeDueKobo ?? 0n) : feeText(terms, vatKobo)],
    ['You receive', netKobo === null ? undefined : printedNaira(netKobo)],
    ['You repay', printedNaira(repaidKobo)],
    ['Total cost of credit', cost ? printedNaira(cost.totalKobo) : undefined],
    ['Annual percentage rate', cost ? percentText(cost.annualRate) : undefined],
    [
      'Default interest',
      Number(terms.arrearsInterestRate) > 0 ? `${Number(terms.arrearsInterestRate)} % a year, see Conditions` : 'None',
    ],
    ['Security', securityText(terms)],
    ['Guarantors', guarantors.length > 0 ? guarantors.join(', ') : undefined],
  ]);
}

/** The conditions, which the letter numbers. */
export function conditionsOf({ loan, terms, guarantors, isRestructure }: LoanLetter): string[] {
  const deposit =
    terms.securityDepositKobo > 0n
      ? `The security deposit of ${printedNaira(terms.securityDepositKobo)} stays on the linked account and cannot ` +
        'be spent until the loan is repaid. It may be used to pay what is overdue.'
      : undefined;
  const guarantee =
    guarantors.length > 0
      ? 'The guarantors who sign this letter answer for the loan together with the borrower.'
      : undefined;
  const useOfSecurity = securityText(terms) === undefined ? '' : ', use the security named above,';
  return [
    `Each instalment must be on the linked account ${loan.linkedNumber} on the day it falls due; we take it from ` +
      'there. You may also pay it in any other way that we offer, before or on that day.',
    allocationText(terms),
    arrearsText(terms),
    penaltyText(terms),
    'You may repay the loan early, in whole or in part. If you repay it in whole, you pay the principal that is ' +
      'left, what is due and unpaid, and interest up to that day.',
    deposit,
    guarantee,
    `If instalments stay unpaid, we may report the loan to licensed credit bureaus${useOfSecurity} and have what is ` +
      'overdue collected by a recovery partner that holds a mandate.',
    isRestructure
      ? 'All that this letter does not change of the loan stays as it was agreed.'
      : 'The rate, the fees and the other terms of this letter stay as they are for the whole tenure; they change ' +
        'only if you and we agree to it in writing.',
  ].filter((condition) => condition !== undefined);
}

function columnsOf({ rows }: LoanLetter): Column<LetterRow>[] {
  const hasFees = rows.some(({ feeDueKobo }) => feeDueKobo > 0n);
  return [
    { title: 'No.', width: 6, kind: 'text', value: ({ label }) => label },
    { title: 'Due date', width: 11, kind: 'date', value: ({ dueDate }) => dueDate },
    { title: 'Owed before (₦)', width: 15, kind: 'money', value: ({ openingKobo }) => openingKobo },
    { title: 'Principal (₦)', width: 15, kind: 'money', value: ({ principalDueKobo }) => principalDueKobo },
    { title: 'Interest (₦)', width: 14, kind: 'money', value: ({ interestDueKobo }) => interestDueKobo },
    ...(hasFees
      ? [
          {
            title: 'Fee with VAT (₦)',
            width: 13,
            kind: 'money' as const,
            value: ({ feeDueKobo }: LetterRow) => feeDueKobo,
          },
        ]
      : []),
    {
      title: 'Instalment (₦)',
      width: 15,
      kind: 'money',
      value: (row) => row.principalDueKobo + row.interestDueKobo + row.feeDueKobo,
    },
    { title: 'Owed after (₦)', width: 15, kind: 'money', value: ({ closingKobo }) => closingKobo },
  ];
}

function rowOf(row: ShownInstalment, index: number): LetterRow {
  const { dueDate, principalDueKobo, interestDueKobo, feeDueKobo } = row;
  return {
    label: String(index + 1),
    dueDate,
    openingKobo: row.openingBalanceKobo,
    closingKobo: row.closingBalanceKobo,
    principalDueKobo,
    interestDueKobo,
    feeDueKobo,
  };
}

function totalOf(rows: ShownInstalment[]): LetterRow {
  const sum = (field: 'principalDueKobo' | 'interestDueKobo' | 'feeDueKobo'): bigint =>
    rows.reduce((total, row) => total + row[field], 0n);
  return {
    label: 'Total',
    dueDate: null,
    openingKobo: null,
    closingKobo: null,
    principalDueKobo: sum('principalDueKobo'),
    interestDueKobo: sum('interestDueKobo'),
    feeDueKobo: sum('feeDueKobo'),
  };
}

function dateOf(row: ShownInstalment | undefined): string | undefined {
  return row && printedDate(row.dueDate);
}

function present(facts: [string, string | undefined][]): Facts {
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}
