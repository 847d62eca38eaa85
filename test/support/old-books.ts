import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildNuban } from '../../src/accounts/nuban';

/** CBN code of the sandbox institution. */
const CODE = '59999';
/** Old account numbers are far above those that the program gives out. */
const FIRST_SERIAL = 400_000_000;

export type OldFiles = Record<string, string[][]>;

/** Account number of the nth account of the old system. */
export const oldNumber = (index: number): string => buildNuban(CODE, FIRST_SERIAL + index);

const COLUMNS: Record<string, string> = {
  customers:
    'customer_number,customer_type,last_name,first_name,other_names,organisation_name,registration_number,' +
    'branch_code,gender,date_of_birth,phone_number,email,address,bvn,nin',
  accounts:
    'account_number,customer_number,product_code,branch_code,account_officer,account_name,opened_on,status,kyc_tier,balance',
  liens: 'reference,account_number,amount,reason,expires_on',
  ledgers: 'ledger_code,branch_code,debit,credit',
};

/** Books of `count` customers with one savings account each. The account numbered n has n Naira and 25 kobo. */
export function oldBooks(count: number): OldFiles {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const totalKobo = numbers.reduce((sum, number) => sum + number * 100 + 25, 0);
  return {
    customers: numbers.map((number) => [
      number % 2 === 0 ? String(70_000_000 + number) : `OLD-${number}`,
      ...['Individual', 'Òkafor', `Ada ${number}`, '', '', '', '001', 'Female', '1990-04-23'],
      ...['08031234567', `ada${number}@example.com`, '"12 Marina, Lagos"', String(22_000_000_000 + number), ''],
    ]),
    accounts: numbers.map((number) => [
      oldNumber(number),
      number % 2 === 0 ? String(70_000_000 + number) : `OLD-${number}`,
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

/** Writes the files as CSV into a folder. */
export function writeOldBooks(folder: string, files: OldFiles): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, rows] of Object.entries(files))
    writeFileSync(path.join(folder, `${name}.csv`), [COLUMNS[name], ...rows.map((row) => row.join(','))].join('\r\n'));
  return folder;
}
