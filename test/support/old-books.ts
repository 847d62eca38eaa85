import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildNuban } from '../../src/accounts/nuban';
import { addDays } from '../../src/common/time/calendar';
import { FILE_COLUMNS, type ImportFileName } from '../../src/imports/file-columns';

/** CBN code of the sandbox institution. */
const CODE = '59999';
/** Old account numbers are far above those that the program gives out. */
const FIRST_SERIAL = 400_000_000;
const FIRST_LOAN = 500_000_000;
const FIRST_DEPOSIT = 600_000_000;

/** Lines by file; a line is its fields in the order of the columns, or some of them by name. */
export type OldFiles = Partial<Record<ImportFileName, (string[] | Record<string, string>)[]>>;

/** Account number of the nth account of the old system. */
export const oldNumber = (index: number): string => buildNuban(CODE, FIRST_SERIAL + index);
export const oldLoan = (index: number): string => buildNuban(CODE, FIRST_LOAN + index);
export const oldDeposit = (index: number): string => buildNuban(CODE, FIRST_DEPOSIT + index);

const customerNumber = (number: number): string => (number % 2 === 0 ? String(70_000_000 + number) : `OLD-${number}`);

/** Books of `count` customers with one savings account each. The account numbered n has n Naira and 25 kobo. */
export function oldBooks(count: number): OldFiles & Record<'customers' | 'accounts' | 'liens' | 'ledgers', string[][]> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const totalKobo = numbers.reduce((sum, number) => sum + number * 100 + 25, 0);
  return {
    customers: numbers.map((number) => [
      customerNumber(number),
      ...['Individual', 'Òkafor', `Ada ${number}`, '', '', '', '001', 'Female', '1990-04-23'],
      ...['08031234567', `ada${number}@example.com`, '"12 Marina, Lagos"', String(22_000_000_000 + number), ''],
    ]),
    accounts: numbers.map((number) => [
      oldNumber(number),
      customerNumber(number),
      ...['SAV001', '001', 'STF001', `Okafor Ada ${number}`, '2020-05-04'],
      ...[number % 5 === 0 ? 'Frozen' : 'Active', '2', `${number}.25`],
    ]),
    liens: [['LIEN-OLD-1', oldNumber(1), '1.00', 'Court order', '']],
    ledgers: [
      ['1010', '001', (totalKobo / 100 - 1).toFixed(2), ''],
      ['1010', '002', '1.00', ''],
    ],
  };
}

/**
 * A loan of ₦1,000 for each of the first customers, in two instalments of ₦500 and ₦10 of interest: the first was due
 * ten days ago and is half paid, the second is due in twenty days. Today belongs to the second.
 */
export function oldLoans(count: number, today: string): Pick<OldFiles, 'loans' | 'loan_instalments'> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const [first, second] = [addDays(today, -10), addDays(today, 20)];
  return {
    loans: numbers.map((number) => ({
      loan_account_number: oldLoan(number),
      reference: `OLD-LOAN-${number}`,
      linked_account: oldNumber(number),
      product_code: 'LN001',
      branch_code: '001',
      status: 'Delinquent',
      disbursed_on: addDays(today, -40),
      principal: '1000.00',
      interest_rate: '24',
      tenure: '2',
      principal_outstanding: '750',
      interest_receivable: '3.33',
      days_past_due: '10',
    })),
    loan_instalments: numbers.flatMap((number): Record<string, string>[] => [
      {
        loan_account_number: oldLoan(number),
        number: '1',
        due_on: first,
        principal_due: '500',
        interest_due: '10',
        principal_paid: '250',
        interest_paid: '10',
        default_due: '1.50',
      },
      { loan_account_number: oldLoan(number), number: '2', due_on: second, principal_due: '500', interest_due: '10' },
    ]),
  };
}

/** A fixed deposit of ₦1,000 at 12 % for each of the first customers, 30 of 90 days old. */
export function oldDeposits(count: number, today: string): Pick<OldFiles, 'deposits' | 'deposit_parts'> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const started = addDays(today, -30);
  return {
    deposits: numbers.map((number) => ({
      account_number: oldDeposit(number),
      reference: `OLD-FD-${number}`,
      customer_number: customerNumber(number),
      product_code: 'FD001',
      branch_code: '001',
      account_officer: 'STF001',
      account_name: `Okafor Ada ${number}`,
      source_account: oldNumber(number),
      liquidation_account: oldNumber(number),
      principal: '1000.00',
      interest_rate: '12',
      started_on: started,
      matures_on: addDays(today, 60),
      interest_payment: 'AtMaturity',
    })),
    deposit_parts: numbers.flatMap((number) => [
      { account_number: oldDeposit(number), amount: '900.00', effective_on: started },
      { account_number: oldDeposit(number), amount: '100.00', effective_on: addDays(started, 10) },
    ]),
  };
}

/** History of the first accounts: `lines` credits that lead to the balance of the account numbered n. */
export function oldHistory(count: number, lines: number, today: string): Pick<OldFiles, 'history'> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const rows = numbers.flatMap((number) => {
    const endKobo = number * 100 + 25;
    return Array.from({ length: lines }, (_, index) => {
      const balanceKobo = endKobo - (lines - 1 - index);
      const bookedOn = addDays(today, index - lines);
      return [
        oldNumber(number),
        ...[bookedOn, bookedOn, `Deposit ${index + 1}`, '', '0.01', (balanceKobo / 100).toFixed(2), `OLD-${index + 1}`],
      ];
    });
  });
  return { history: rows.sort((one, other) => (one[0]! < other[0]! ? -1 : one[0]! > other[0]! ? 1 : 0)) };
}

/** Signatories of the first account. */
export const OLD_MANDATES: Pick<OldFiles, 'mandates'> = {
  mandates: [
    [oldNumber(1), 'Okafor Ada 1', 'OLD-1', 'Owner', 'Any two'],
    [oldNumber(1), 'Bello Musa', '', 'Agent', 'Any two'],
  ],
};

/** Writes the files as CSV into a folder. */
export function writeOldBooks(folder: string, files: OldFiles): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, rows] of Object.entries(files)) {
    const columns: readonly string[] = FILE_COLUMNS[name as ImportFileName];
    const fields = (row: string[] | Record<string, string>): string[] =>
      columns.map((column, index) => (Array.isArray(row) ? row[index] : row[column]) ?? '');
    const text = [columns.join(','), ...rows.map((row) => fields(row).join(','))].join('\r\n');
    writeFileSync(path.join(folder, `${name}.csv`), text);
  }
  return folder;
}
