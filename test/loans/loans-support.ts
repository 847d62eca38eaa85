import type { Response } from 'supertest';
import { dataOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';

export const ADD_LOAN = '/api/loanaccount/v1/add';
export const DISBURSE_LOAN = '/api/loanaccount/v1/disburseloan';
export const UPDATE_LOAN = '/api/loanaccount/v1/update';
export const SEARCH_LOANS = '/api/loanaccount/v1/search';
export const LOAN_SCHEDULE = '/api/loanaccount/v1/viewloanschedule';
export const LOAN_CERTIFICATE = '/api/loanaccount/v1/view-certificate';
export const ADD_GROUP_LOAN = '/api/loanaccount/v1/addgrouploan';
export const DISBURSE_GROUP_LOAN = '/api/loanaccount/v1/disbursegrouploan';
export const SEARCH_GROUP_LOANS = '/api/loanaccount/v1/searchgrouploan';
export const STAFF_LOANS = '/api/admin/v1/loans';
export const STAFF_GROUP_LOANS = '/api/admin/v1/group-loans';

/** A loan as its answers name it. */
export interface NamedLoan {
  id: number;
  loanAccountNumber: string;
  linkedNumber: string;
}

/** A request for a loan of ₦120,000 over 6 months to a new customer, or to the owner of `linkedNumber`. */
export async function newLoan(app: TestApp, fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const linkedNumber = fields['linkedNumber'] ?? (await app.openAccount());
  return {
    linkedNumber,
    productCode: 'LN001',
    loanAmount: 120_000,
    tenure: 6,
    referenceNumber: freshReference('LOAN'),
    ...fields,
  };
}

/** Asks for a loan and returns the answer: 202 by default. */
export async function addLoan(app: TestApp, fields: Record<string, unknown> = {}): Promise<Response> {
  return app.post(ADD_LOAN, await newLoan(app, fields));
}

/** A loan that waits for approval. */
export async function pendingLoan(
  app: TestApp,
  fields: Record<string, unknown> = {},
): Promise<NamedLoan & { approvalId: number }> {
  const body = await newLoan(app, fields);
  const added = await app.post(ADD_LOAN, body);
  if (added.status !== 202) throw new Error(`Not added: ${added.text}`);
  const { id, loanAccountNumber, approvalId } = (added.body as { data: NamedLoan & { approvalId: number } }).data;
  return { id, loanAccountNumber, approvalId, linkedNumber: body['linkedNumber'] as string };
}

/** Approves a loan as the sandbox's checker. */
export async function approveLoan(app: TestApp, id: number): Promise<void> {
  dataOf(await app.post(`${STAFF_LOANS}/${id}/approve`, {}, { token: await app.staff('checker') }));
}

/** A loan that may be disbursed. */
export async function approvedLoan(app: TestApp, fields: Record<string, unknown> = {}): Promise<NamedLoan> {
  const { approvalId: _, ...loan } = await pendingLoan(app, fields);
  await approveLoan(app, loan.id);
  return loan;
}

/** Pays an approved loan out and returns the answer. */
export function disburseLoan(
  app: TestApp,
  loanAccountNumber: string,
  fields: Record<string, unknown> = {},
): Promise<Response> {
  return app.post(DISBURSE_LOAN, { loanAccountNumber, referenceNumber: freshReference('DISB'), ...fields });
}

/**
 * A loan that runs: asked for, approved and paid out on the business date.
 * @param fields of the `add` body, over ₦120,000 for 6 months of the sandbox's loan product.
 */
export async function activeLoan(
  app: TestApp,
  fields: Record<string, unknown> = {},
  disbursement: Record<string, unknown> = {},
): Promise<NamedLoan> {
  const loan = await approvedLoan(app, fields);
  dataOf(await disburseLoan(app, loan.loanAccountNumber, disbursement));
  return loan;
}

/** A customer's new account with this balance; the owner's `customerID` and ids go with it. */
export async function fundedCustomer(
  app: TestApp,
  balance = 0,
): Promise<{ accountNumber: string; accountId: number; customerId: number; customerID: string }> {
  const accountNumber = await app.openAccount(balance);
  const [row] = await app.rows<{ account_id: string; customer_id: string; customer_number: string }>(
    `SELECT a.id AS account_id, c.id AS customer_id, c.customer_number FROM deposit_account a
       JOIN customer c ON c.institution_id = a.institution_id AND c.id = a.customer_id WHERE a.account_number = $1`,
    [accountNumber],
  );
  return {
    accountNumber,
    accountId: Number(row!.account_id),
    customerId: Number(row!.customer_id),
    customerID: row!.customer_number,
  };
}

/** The numeric id of a product of the sandbox. */
export async function productIdOf(app: TestApp, code: string): Promise<number> {
  const [row] = await app.rows<{ id: string }>('SELECT id FROM product WHERE institution_id = $1 AND code = $2', [
    app.institutionId,
    code,
  ]);
  return Number(row!.id);
}

/** The id of a ledger of the sandbox. */
export async function ledgerIdOf(app: TestApp, code: string): Promise<number> {
  const [row] = await app.rows<{ id: string }>('SELECT id FROM gl_account WHERE institution_id = $1 AND code = $2', [
    app.institutionId,
    code,
  ]);
  return Number(row!.id);
}

/** Makes a fee of a product and returns its id. */
export async function addFee(app: TestApp, productCode: string, fields: Record<string, unknown>): Promise<number> {
  const body = { name: freshReference('Fee').slice(-40), incomeLedgerCode: '4030', ...fields };
  return dataOf<{ id: number }>(
    await app.post(`/api/admin/v1/products/${productCode}/fees`, body, { token: await app.staff('administrator') }),
  ).id;
}

/** Makes a rate of a product and returns its id. */
export async function addRate(app: TestApp, productCode: string, fields: Record<string, unknown>): Promise<number> {
  const body = { name: freshReference('Rate').slice(-40), ...fields };
  return dataOf<{ id: number }>(
    await app.post(`/api/admin/v1/products/${productCode}/rates`, body, { token: await app.staff('administrator') }),
  ).id;
}

/** The signed balance, in kobo, of an account of record by its number, such as `0000010302-interest`. */
export async function bookBalanceKobo(app: TestApp, number: string): Promise<bigint | undefined> {
  const [row] = await app.rows<{ balance: string }>(
    `SELECT CASE normal_side WHEN 'debit' THEN debits_posted_kobo - credits_posted_kobo ELSE credits_posted_kobo - debits_posted_kobo END AS balance
       FROM ledger_account WHERE institution_id = $1 AND number = $2`,
    [app.institutionId, number],
  );
  return row && BigInt(row.balance);
}
