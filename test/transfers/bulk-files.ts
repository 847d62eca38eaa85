import { freshReference } from '../support/app';

export const BULK = '/api/transfer/v1/bulk';

export interface BulkRow {
  reference: string;
  creditAccount: string;
  amount: number;
  narration?: string;
  bankCode?: string;
  nameEnquiryRef?: string;
  beneficiaryName?: string;
}

export interface BulkBody {
  debitAccount: string;
  narration?: string;
  rowCount: number;
  totalAmount: number;
  rows: BulkRow[];
}

/** Rows with fresh references that credit these accounts in turn. */
export function rowsTo(accounts: readonly string[], amounts: readonly number[]): BulkRow[] {
  return amounts.map((amount, index) => ({
    reference: freshReference('ROW'),
    creditAccount: accounts[index % accounts.length]!,
    amount,
  }));
}

/** A file with the totals of its rows. */
export function bulkBody(debitAccount: string, rows: BulkRow[], facts: Partial<BulkBody> = {}): BulkBody {
  const kobo = rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return { debitAccount, rowCount: rows.length, totalAmount: kobo / 100, rows, ...facts };
}

const quoted = (text: string | undefined): string => (text === undefined ? '' : `"${text.replaceAll('"', '""')}"`);

/** The same file as CSV. */
export function csvOf({ debitAccount, rowCount, totalAmount, narration, rows }: BulkBody): string {
  return [
    'debitAccount,rowCount,totalAmount,narration',
    `${debitAccount},${rowCount},${totalAmount},${quoted(narration)}`,
    'reference,creditAccount,amount,narration,bankCode,nameEnquiryRef,beneficiaryName',
    ...rows.map(({ reference, creditAccount, amount, ...row }) =>
      [
        reference,
        creditAccount,
        amount,
        quoted(row.narration),
        row.bankCode,
        row.nameEnquiryRef,
        quoted(row.beneficiaryName),
      ].join(','),
    ),
    '',
  ].join('\n');
}
