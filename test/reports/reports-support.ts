import * as ExcelJS from 'exceljs';
import type { Response } from 'supertest';
import { addDays } from '../../src/common/time/calendar';
import { dataOf } from '../support/answers';
import type { TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';

export const STATEMENT = '/api/report/v1/requestcustomeraccountstatement';
export const EXPORT = '/api/report/v1/exportcustomerstatement';
export const HISTORY = '/api/report/v1/requestcustomeraccounthistoryreport';
export const RECEIPT = '/api/report/v1/gettransactionreceipt';
export const CALL_OVER = '/api/report/v1/gettransactioncalloverreport';
const TRANSFER = '/api/transfer/v1/localfundtransfer';

export interface Row {
  transactionID: number;
  financialDate: string;
  valueDate: string;
  narration: string;
  referenceNumber: string;
  postingReferenceNumber: string;
  debit: number;
  credit: number;
  balance: number;
  virtualAccountNumber: string | null;
}

export interface Statement {
  openingBalance: number;
  closingBalance: number;
  totalDebit: number;
  totalCredit: number;
  recordCount: number;
  data: Row[];
}

export async function statement(
  app: TestApp,
  AccountNumber: string,
  FinancialDateFrom: string,
  FinancialDateTo: string,
  query: Record<string, string | number> = {},
): Promise<Statement> {
  return dataOf<Statement>(await app.get(STATEMENT, { AccountNumber, FinancialDateFrom, FinancialDateTo, ...query }));
}

/** Sends money and returns the posting reference. */
export async function transfer(
  app: TestApp,
  debitAccount: string,
  creditAccount: string,
  amount: number,
  facts: object = {},
): Promise<string> {
  const sent = await app.post(TRANSFER, { debitAccount, creditAccount, amount, narration: 'Test', ...facts });
  return dataOf<{ postingReferenceNumber: string }>(sent).postingReferenceNumber;
}

/** Begins the next business date without the steps of the end of day. */
export async function nextBusinessDate(app: TestApp): Promise<string> {
  const date = addDays(await businessDateOf(app), 1);
  await app.rows('UPDATE institution SET business_date = $1 WHERE institution_id = $2', [date, app.institutionId]);
  return date;
}

/** The bytes of a file in an answer. */
export function fileOf(response: Response): { fileName: string; mimeType: string; bytes: Buffer } {
  const { fileName, mimeType, document } = dataOf<{ fileName: string; mimeType: string; document: string }>(response);
  const prefix = `data:${mimeType};base64,`;
  expect(document.slice(0, prefix.length)).toBe(prefix);
  return { fileName, mimeType, bytes: Buffer.from(document.slice(prefix.length), 'base64') };
}

/** The cells of the only sheet of an Excel file, row by row. */
export async function excelRows(bytes: Buffer): Promise<ExcelJS.CellValue[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer);
  const sheet = workbook.worksheets[0]!;
  const rows: ExcelJS.CellValue[][] = [];
  sheet.eachRow({ includeEmpty: true }, (row) => rows.push((row.values as ExcelJS.CellValue[]).slice(1)));
  return rows;
}

/** The lines of a CSV file whose fields hold no commas or line breaks. */
export function csvRows(bytes: Buffer): string[][] {
  const text = bytes.toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',').map((field) => field.replace(/^"(.*)"$/, '$1')));
}
