import type { Response } from 'supertest';
import type { DayStep, StepException, StepProgress } from '../../src/business-day/day-steps';
import { addDays } from '../../src/common/time/calendar';
import type { FixedDepositView, LiquidationView } from '../../src/fixed-deposits/fixed-deposit-views.dto';
import { FixedDepositAccrualStep } from '../../src/fixed-deposits/steps/fixed-deposit-accrual.step';
import { FixedDepositMaturityStep } from '../../src/fixed-deposits/steps/fixed-deposit-maturity.step';
import { dataOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';

export const ADD = '/api/fixeddepositaccount/v1/add';
export const TOP_UP = '/api/fixeddepositaccount/v1/topup';
export const LIQUIDATE = '/api/fixeddepositaccount/v1/liquidate';
export const UPDATE = '/api/fixeddepositaccount/v1/update';
export const SEARCH = '/api/fixeddepositaccount/v1/search';

/** A customer with one funded account. */
export interface Saver {
  customerID: string;
  accountNumber: string;
}

export async function openSaver(app: TestApp, balance: number): Promise<Saver> {
  const accountNumber = await app.openAccount(balance);
  return { customerID: await customerOf(app, accountNumber), accountNumber };
}

export async function customerOf(app: TestApp, accountNumber: string): Promise<string> {
  const [row] = await app.rows<{ id: string }>(
    `SELECT c.customer_number AS id FROM deposit_account a JOIN customer c ON c.institution_id = a.institution_id AND c.id = a.customer_id WHERE a.account_number = $1`,
    [accountNumber],
  );
  return row!.id;
}

/** The body of a deposit of ₦100,000 for 90 days at the product's 12 %, paid from and to the saver's account. */
export function depositOf({ customerID, accountNumber }: Saver, fields: object = {}): Record<string, unknown> {
  return {
    customerID,
    productCode: 'FD001',
    principalAmount: 100_000,
    tenure: 90,
    sourceAccount: accountNumber,
    liquidationAccount: accountNumber,
    referenceNumber: freshReference('FD'),
    ...fields,
  };
}

export async function add(app: TestApp, saver: Saver, fields: object = {}): Promise<FixedDepositView> {
  return dataOf<FixedDepositView>(await app.post(ADD, depositOf(saver, fields)));
}

export function topUp(
  app: TestApp,
  accountNumber: string,
  sourceAccount: string,
  topUpAmount: number,
  fields: object = {},
): Promise<Response> {
  return app.post(TOP_UP, {
    accountNumber,
    topUpAmount,
    sourceAccount,
    referenceNumber: freshReference('FDT'),
    ...fields,
  });
}

export function liquidate(
  app: TestApp,
  accountNumber: string,
  liquidationAmount?: number,
  fields: object = {},
): Promise<Response> {
  const body = liquidationAmount === undefined ? { liquidationType: 0 } : { liquidationType: 1, liquidationAmount };
  return app.post(LIQUIDATE, { accountNumber, ...body, referenceNumber: freshReference('FDL'), ...fields });
}

export async function liquidated(app: TestApp, accountNumber: string, amount?: number): Promise<LiquidationView> {
  return dataOf<LiquidationView>(await liquidate(app, accountNumber, amount));
}

/** All terms of a deposit, latest first. */
export async function termsOf(app: TestApp, accountNumber: string): Promise<FixedDepositView[]> {
  return dataOf<{ data: FixedDepositView[] }>(await app.get(SEARCH, { AccountNumber: accountNumber })).data;
}

export async function present(app: TestApp, accountNumber: string): Promise<FixedDepositView> {
  return (await termsOf(app, accountNumber))[0]!;
}

/** A progress that keeps its counts and exceptions. */
export class RecordedProgress implements StepProgress {
  rows = 0;
  readonly failures: StepException[] = [];
  readonly signal = new AbortController().signal;

  async advance(rows: number): Promise<void> {
    this.rows += rows;
  }

  async failed(exception: StepException): Promise<void> {
    this.failures.push(exception);
  }
}

/** Runs one step of the end of day. */
export async function runStep(app: TestApp, step: 'accrual' | 'maturity', date: string): Promise<RecordedProgress> {
  const progress = new RecordedProgress();
  const run: DayStep =
    step === 'accrual'
      ? app.app.get(FixedDepositAccrualStep, { strict: false })
      : app.app.get(FixedDepositMaturityStep, { strict: false });
  await run.run({ institutionId: app.institutionId, date, nextDate: addDays(date, 1) }, progress);
  return progress;
}

/** Closes a day for deposits: moves the date on and runs both steps. */
export async function closeDay(app: TestApp): Promise<RecordedProgress[]> {
  const date = await businessDateOf(app);
  await setBusinessDate(app, addDays(date, 1));
  return [await runStep(app, 'accrual', date), await runStep(app, 'maturity', date)];
}

/** Closes the nights that begin on these dates, in order; the nights between are missed. */
export async function closeNights(app: TestApp, dates: string[]): Promise<void> {
  for (const date of dates) {
    await setBusinessDate(app, date);
    for (const { failures } of await closeDay(app))
      if (failures.length > 0) throw new Error(String(failures[0]?.error));
  }
}

/** Closes so many days, each one. */
export async function closeDaily(app: TestApp, days: number): Promise<void> {
  const date = await businessDateOf(app);
  await closeNights(
    app,
    Array.from({ length: days }, (_, day) => addDays(date, day)),
  );
}

/** Moves the date by so many days and closes the last of them, which catches up with the others. */
export async function closeDays(app: TestApp, days: number): Promise<void> {
  await closeNights(app, [addDays(await businessDateOf(app), days - 1)]);
}

export async function businessDateOf(app: TestApp): Promise<string> {
  const [row] = await app.rows<{ date: string }>(
    'SELECT business_date::text AS date FROM institution WHERE institution_id = $1',
    [app.institutionId],
  );
  return row!.date;
}

/** Sets the business date without the event for other modules: these tests run their steps directly. */
export async function setBusinessDate(app: TestApp, date: string): Promise<void> {
  await app.rows('UPDATE institution SET business_date = $2 WHERE institution_id = $1', [app.institutionId, date]);
}

/** Naira balances of ledgers by code, on their normal side. */
export async function ledgerBalances(app: TestApp, codes: string[]): Promise<Record<string, number>> {
  const rows = await app.rows<{ number: string; kobo: string }>(
    `SELECT number, CASE normal_side WHEN 'debit' THEN debits_posted_kobo - credits_posted_kobo ELSE credits_posted_kobo - debits_posted_kobo END AS kobo
       FROM ledger_account WHERE institution_id = $1 AND number = ANY($2)`,
    [app.institutionId, codes],
  );
  return Object.fromEntries(rows.map(({ number, kobo }) => [number, Number(kobo) / 100]));
}

/** The ledgers of FD001. */
export const BOOKS = { prepaid: '1040', tax: '2060', payable: '2065', expense: '5010' };
