import { accrualHistory, type AccrualRecord } from '../../src/accounts/interest/accrual/accrual-history';
import type { InterestKind } from '../../src/accounts/interest/interest-kinds';
import { type ClosingDay, DaySteps, type StepProgress } from '../../src/business-day/day-steps';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { losesConnection } from '../../src/common/errors/database-error';
import { addDays } from '../../src/common/time/calendar';
import { AccountDirectory } from '../../src/ledger/chart/account-directory';
import { LedgerService } from '../../src/ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../src/ledger/engine/posting-operation';
import { ORDINARY } from '../../src/ledger/engine/posting-request';
import type { SavingsTermsBody } from '../../src/products/terms/deposit-terms.dto';
import { dataOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';
import { CREATE_CUSTOMER_ACCOUNT, newCustomer } from './sandbox-accounts';

export const INTEREST_STEPS = ['savings-accrual', 'savings-posting', 'overdraft-interest'] as const;

/** The progress that a step reported. */
export interface StepReport {
  rows: number;
  failed: { subject: string; message: string }[];
}

/** Moves the sandbox to a business date, like the roll at midnight. */
export async function setBusinessDate(app: TestApp, date: string): Promise<void> {
  await app.rows('UPDATE institution SET business_date = $2 WHERE institution_id = $1', [app.institutionId, date]);
}

/** Runs one step for a date that has ended. */
export async function runStep(
  app: TestApp,
  name: string,
  date: string,
  signal = new AbortController().signal,
): Promise<StepReport> {
  const report: StepReport = { rows: 0, failed: [] };
  const progress: StepProgress = {
    signal,
    advance: (rows) => Promise.resolve(void (report.rows += rows)),
    // As the end of day: a lost connection is no fault of the row.
    failed: async ({ subject, error }) => {
      if (losesConnection(error)) throw error;
      report.failed.push({ subject, message: (error as Error).message });
    },
  };
  const step = app.app
    .get(DaySteps, { strict: false })
    .inOrder()
    .find((known) => known.name === name);
  if (!step) throw new Error(`There is no step ${name}.`);
  const day: ClosingDay = { institutionId: app.institutionId, date, nextDate: addDays(date, 1) };
  await step.run(day, progress);
  return report;
}

/** Closes a business date: the next one begins, and the interest steps run. @returns the exceptions of the steps. */
export async function closeDay(
  app: TestApp,
  date: string,
  steps: readonly string[] = INTEREST_STEPS,
): Promise<StepReport['failed']> {
  await setBusinessDate(app, addDays(date, 1));
  const failed: StepReport['failed'] = [];
  for (const step of steps) failed.push(...(await runStep(app, step, date)).failed);
  return failed;
}

const DEPOSIT_LEDGERS: SavingsTermsBody['ledgers'] = {
  interestExpense: '5010',
  interestPayable: '2065',
  withholdingTaxPayable: '2060',
};

let products = 0;

/** A new savings product, with terms unless they are null. @returns its code. */
export async function createProduct(
  app: TestApp,
  fields: object = {},
  terms: Partial<SavingsTermsBody> | null = {},
): Promise<string> {
  products += 1;
  const productCode = `INT${products}`;
  const body = {
    productCode,
    productName: `Interest ${products}`,
    productType: 'Savings',
    interestRate: 10,
    minimumBalance: 0,
    controlLedgerCode: '2010',
    ...fields,
  };
  const savingsTerms = terms === null ? undefined : { ledgers: DEPOSIT_LEDGERS, ...terms };
  dataOf(
    await app.post('/api/admin/v1/products', { ...body, savingsTerms }, { token: await app.staff('administrator') }),
  );
  return productCode;
}

/** An account of a product. */
export interface TestAccount {
  id: number;
  number: string;
}

export async function openProductAccount(app: TestApp, productCode: string, fields: object = {}): Promise<TestAccount> {
  const { accountNumber: number } = dataOf<{ accountNumber: string }>(
    await app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), productCode, ...fields }),
  );
  const { accountId: id } = await app.app.get(AccountDirectory, { strict: false }).require(app.institutionId, number);
  return { id, number };
}

/** Pays cash in, or out when the amount is below zero, as the customer's own movement and past every limit. */
export async function moveCash(app: TestApp, { id }: TestAccount, amountKobo: bigint): Promise<void> {
  const vault = await app.app.get(AccountDirectory, { strict: false }).require(app.institutionId, '1010');
  const isIn = amountKobo > 0n;
  const magnitude = isIn ? amountKobo : -amountKobo;
  await app.app.get(LedgerService, { strict: false }).post({
    institutionId: app.institutionId,
    kind: 'test-cash',
    reference: freshReference('CASH'),
    origin: 'portal',
    maker: 'staff:teller',
    narration: 'Cash',
    legs: [
      { accountId: vault.ledgerAccountId, side: isIn ? 'debit' : 'credit', amountKobo: magnitude, role: 'principal' },
      { accountId: id, side: isIn ? 'credit' : 'debit', amountKobo: magnitude, role: 'principal' },
    ],
    amountKobo: magnitude,
    feeKobo: 0n,
    operation: SYSTEM_POSTING,
    nature: ORDINARY,
  });
}

export async function ledgerBalance(app: TestApp, number: string): Promise<bigint> {
  const [row] = await app.rows<{ balance: string }>(
    `SELECT CASE normal_side WHEN 'credit' THEN credits_posted_kobo - debits_posted_kobo ELSE debits_posted_kobo - credits_posted_kobo END AS balance
       FROM ledger_account WHERE institution_id = $1 AND number = $2`,
    [app.institutionId, number],
  );
  return BigInt(row!.balance);
}

/** The rows of an account in the accrual report. */
export function historyOf(
  app: TestApp,
  { id }: TestAccount,
  from: string,
  to: string,
  kind: InterestKind = 'savings',
): Promise<AccrualRecord[]> {
  return app.app
    .get(UnitOfWork)
    .read(app.institutionId, (tx) => accrualHistory(tx, app.institutionId, kind, id, { from, to }));
}

const INTEREST_TABLES = [
  'savings_accrual',
  'savings_interest',
  'overdraft_accrual',
  'overdraft_interest',
  'interest_total',
  'interest_posting',
  'posting',
  'ledger_account',
];

/** All rows that interest writes, to show that none of them changed. */
export async function interestRows(app: TestApp): Promise<unknown[]> {
  const digests: unknown[] = [];
  for (const table of INTEREST_TABLES) {
    digests.push(
      ...(await app.rows(
        `SELECT '${table}' AS name, count(*)::int AS count, md5(string_agg(r::text, '|' ORDER BY r::text)) AS digest
           FROM ${table} r`,
      )),
    );
  }
  return digests;
}
