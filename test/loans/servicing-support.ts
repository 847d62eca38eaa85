import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Loans, type LockedLoan } from '../../src/loans/contract/loans';
import { TERM_PRODUCTS } from '../../src/seed/templates/term-products';
import { dataOf } from '../support/answers';
import { freshReference, type TestApp } from '../support/app';
import {
  ADD_GROUP_LOAN,
  DISBURSE_GROUP_LOAN,
  fundedCustomer,
  type NamedLoan,
  productIdOf,
  STAFF_GROUP_LOANS,
} from './loans-support';

export const REPAY_LOAN = '/api/loanaccount/v1/repayloan';
export const REPAY_EARLY = '/api/loanaccount/v1/earlyrepaymentloan';
export const REPAY_GROUP = '/api/loanaccount/v1/repaygrouploan';
export const COLLECTIONS = '2030';

/** The answer to a payment. */
export interface Paid {
  amount: number;
  principalPaid: number;
  interestPaid: number;
  feePaid: number;
  defaultPaid: number;
  penaltyPaid: number;
  recovered: number;
  outstandingPrincipal: number;
  totalOutstanding: number;
  loanStatus: string;
  nextDueDate: string | null;
}

/** Terms of a loan of the product of `dayProduct`: three instalments in 30 days. */
export const SHORT_LOAN = {
  productCode: 'LND01',
  loanAmount: 90_000,
  tenure: 30,
  principalRepaymentEvery: 10,
  principalRepaymentFrequency: 0,
};

/** An act on a loan, as staff list it. */
export interface ListedEvent {
  id: number;
  kind: string;
  reference: string;
  amount: number;
  valueDate: string;
  businessDate: string;
  isReversed: boolean;
  contractVersion: number;
}

/** The acts on a loan, latest first. */
export async function eventsOf(app: TestApp, { id }: NamedLoan): Promise<ListedEvent[]> {
  const token = await app.staff('maker');
  return dataOf<{ data: ListedEvent[] }>(await app.get(`/api/admin/v1/loans/${id}/events`, {}, { token })).data;
}

/** The code with which a change that a member of staff asks for is refused. */
export async function refusedChange(app: TestApp, { id }: NamedLoan, path: string, body: object): Promise<string> {
  const asked = await app.post(`/api/admin/v1/loans/${id}/${path}`, body, { token: await app.staff('maker') });
  return (asked.body as { data: { statusCode: string } }).data.statusCode;
}

/** Takes money off an account to the vault: all of it where no amount is given. */
export async function takeOut(app: TestApp, debitAccount: string, naira?: number): Promise<void> {
  const amount = naira ?? (await app.balance(debitAccount));
  if (amount <= 0) return;
  const out = { debitAccount, creditAccount: '1010', amount, narration: 'Out' };
  dataOf(await app.post('/api/transfer/v1/localfundtransfer', out));
}

/** Puts money on the collections ledger. */
export async function fundCollections(app: TestApp, amount: number): Promise<void> {
  dataOf(
    await app.post('/api/postings/v1/posttransaction', {
      debitAccount: '1010',
      creditAccount: COLLECTIONS,
      amount,
      narration: 'Collected',
      referenceNumber: freshReference('COL'),
    }),
  );
}

/** Opens a further ledger on which repayments are collected, and names the settlement ledger of transfers. */
export async function openCollections(app: TestApp, code: string): Promise<void> {
  const token = await app.staff('administrator');
  const ledger = { code, name: 'Further collections', category: 'Liability', allowNegative: false };
  dataOf(await app.post('/api/admin/v1/ledgers', ledger, { token }));
  const settings = { LOAN_COLLECTION_LEDGER_CODES: `${COLLECTIONS},${code}`, TRANSFER_DEFAULT_LEDGER_CODE: '1030' };
  await app.configure(settings);
}

/** The body of a repayment from the collections ledger. */
export function repayment(loan: NamedLoan, amount: number, fields: object = {}): Record<string, unknown> {
  return {
    loanAccountNumber: loan.loanAccountNumber,
    amount,
    collectionsGL: COLLECTIONS,
    referenceNumber: freshReference('RP'),
    ...fields,
  };
}

/** Repays and expects it to be taken. */
export async function repay(app: TestApp, loan: NamedLoan, amount: number, fields: object = {}): Promise<Paid> {
  return dataOf<Paid>(await app.post(REPAY_LOAN, repayment(loan, amount, fields)));
}

/** The loan as it stands, with its contract and its rows. */
export function loanOf({ app, institutionId }: TestApp, { id }: Pick<NamedLoan, 'id'>): Promise<LockedLoan> {
  return app
    .get(UnitOfWork)
    .run(institutionId, (tx) => app.get(Loans, { strict: false }).lockById(tx, institutionId, id));
}

/** Approves a pending approval as the sandbox's checker. */
export async function approve(app: TestApp, approvalId: number): Promise<void> {
  dataOf(await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: await app.staff('checker') }));
}

/** The 202's approval of a change that a member of staff asked for. */
export async function askChange(app: TestApp, path: string, body: object): Promise<number> {
  const asked = await app.post(`/api/admin/v1/${path}`, body, { token: await app.staff('maker') });
  if (asked.status !== 202) throw new Error(`Not asked: ${asked.text}`);
  return (asked.body as { data: { approvalId: number } }).data.approvalId;
}

/** A product like the sandbox's personal loan whose tenure is counted in days. @returns its code */
export async function dayProduct(app: TestApp, productCode = 'LND01', terms: object = {}): Promise<string> {
  const { loanTerms, ...product } = TERM_PRODUCTS[0]!;
  const body = {
    ...product,
    productCode,
    productName: `Day loan ${productCode}`,
    loanTerms: {
      ...loanTerms,
      principalRepaymentFrequency: 0,
      minTenure: 1,
      maxTenure: 720,
      minPrincipal: 1_000,
      ...terms,
    },
  };
  dataOf(await app.post('/api/admin/v1/products', body, { token: await app.staff('administrator') }));
  return productCode;
}

/** A group whose loans run. */
export interface ActiveGroup {
  id: number;
  members: NamedLoan[];
}

/**
 * A group of two whose loans of ₦50,000 over 4 weeks run; each linked account has ₦60,000 then, less fees.
 * @param fields of both `loanRequest`s.
 */
export async function activeGroup(app: TestApp, fields: Record<string, unknown> = {}): Promise<ActiveGroup> {
  const group = await newGroup(app, fields);
  dataOf(await app.post(DISBURSE_GROUP_LOAN, { groupLoanID: group.id, referenceNumber: freshReference('GDISB') }));
  return group;
}

/**
 * A group loan of two members that is approved and not paid out. @returns its id
 * @param fields of both `loanRequest`s.
 */
export async function approvedGroup(app: TestApp, fields: Record<string, unknown> = {}): Promise<number> {
  return (await newGroup(app, fields)).id;
}

async function newGroup(app: TestApp, fields: Record<string, unknown>): Promise<ActiveGroup> {
  const people = [await fundedCustomer(app, 10_000), await fundedCustomer(app, 10_000)];
  const participants = people.map(({ accountId }) => ({
    loanRequest: { accountID: accountId, principalAmount: 50_000, principalRepaymentTenure: 4, ...fields },
  }));
  const added = await app.post(ADD_GROUP_LOAN, {
    groupLoanProductID: await productIdOf(app, 'GLN001'),
    name: 'Women of Balogun',
    referenceNumber: freshReference('GRP'),
    participants,
  });
  if (added.status !== 202) throw new Error(`Not added: ${added.text}`);
  const { id, participants: loans } = (
    added.body as { data: { id: number; participants: { id: number; loanAccountNumber: string }[] } }
  ).data;
  dataOf(await app.post(`${STAFF_GROUP_LOANS}/${id}/approve`, {}, { token: await app.staff('checker') }));
  return { id, members: loans.map((loan, index) => ({ ...loan, linkedNumber: people[index]!.accountNumber })) };
}

/** Puts an operation under a policy for the rest of the suite. */
export async function underPolicy(app: TestApp, operation: string): Promise<void> {
  dataOf(
    await app.approved(
      app.post('/api/admin/v1/approval-policies', { operation }, { token: await app.staff('administrator') }),
    ),
  );
}

/** Declines a pending approval as the sandbox's checker. */
export async function decline(app: TestApp, approvalId: number): Promise<void> {
  dataOf(
    await app.post(
      `/api/admin/v1/approvals/${approvalId}/decline`,
      { note: 'Not this one' },
      { token: await app.staff('checker') },
    ),
  );
}
