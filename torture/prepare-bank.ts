import { SANDBOX_INSTITUTION } from '../src/seed/sandbox-plan';
import type { Sandbox } from '../src/seed/seed-sandbox';
import { TERM_PRODUCTS } from '../src/seed/templates/term-products';
import { type Bank, BankClient } from './bank';
import { LOAN_PRODUCT, loanRequest } from './lending';
import { Random } from './random';

/** Accounts of each kind for every eight clients, at least the number of rivals. */
const CLIENTS_A_SHARE = 8;
const ACCOUNTS = 12;
const PAYERS = 4;
const LARGE_SENDERS = 4;
const BORROWERS = 4;
const DAILY = 0;
const VAULT = '1010';

type Post = (path: string, body: Record<string, unknown>, as?: string) => Promise<Record<string, unknown>>;

/**
 * Opens and funds what a run works with over the API, and sets rules so that AML holds what large senders send, and
 * only that.
 */
export async function openAccounts(sandbox: Sandbox, urls: string[], clients: number): Promise<Bank> {
  const ledger = sandbox.ledgers.find(({ name }) => /collections/i.test(name));
  if (!ledger) throw new Error('The sandbox has no collections ledger.');
  const people = { accounts: [], payers: [], largeSenders: [], borrowers: [], loans: [] };
  const bank: Bank = {
    urls,
    institutionId: SANDBOX_INSTITUTION.institutionId,
    client: sandbox.client,
    staff: sandbox.staff,
    ...people,
    ledger: ledger.code,
    vault: VAULT,
  };
  const client = new BankClient(bank);
  const post = poster(client);
  const rules = await client.call(0, 'GET', '/api/admin/v1/aml/rules', { as: 'amlOfficer' });
  for (const { id } of rules.data.data as { id: number }[])
    await post(`/api/admin/v1/aml/rules/${id}/deactivate`, {}, 'amlOfficer');
  const open = (balance: number): Promise<string> => openAccount(post, sandbox, balance);
  const shares = Math.ceil(clients / CLIENTS_A_SHARE);
  for (let n = 0; n < ACCOUNTS * shares; n += 1) bank.accounts.push(await open(50_000));
  for (let n = 0; n < PAYERS * shares; n += 1) bank.payers.push(await open(2_000_000));
  for (let n = 0; n < LARGE_SENDERS; n += 1) {
    const accountNumber = await open(500_000_000);
    bank.largeSenders.push(accountNumber);
    await post(
      '/api/admin/v1/aml/rules',
      {
        name: `Large transfers of ${accountNumber}`,
        direction: 'outflow',
        threshold: 1_000_000,
        accountNumber,
        action: 'hold',
      },
      'amlOfficer',
    );
  }
  // Repayments come out of what has been collected.
  await post('/api/transfer/v1/localfundtransfer', {
    debitAccount: VAULT,
    creditAccount: bank.ledger,
    amount: 50_000_000,
    narration: 'Collected',
    postingsTransactionType: 2,
  });
  for (let n = 0; n < BORROWERS * shares; n += 1) bank.borrowers.push(await open(100_000));
  await lend(post, bank);
  return bank;
}

/** Sends what must succeed. */
function poster(client: BankClient): Post {
  let references = 0;
  return async (path, body, as = 'client') => {
    references += 1;
    const { httpStatus, data } = await client.call(0, 'POST', path, { body, reference: `SETUP-${references}`, as });
    if (httpStatus !== 200 && httpStatus !== 202) throw new Error(`${path}: ${httpStatus} ${JSON.stringify(data)}`);
    if (as === 'amlOfficer' && httpStatus === 202) await approve(client, data.approvalId as number, 'secondAmlOfficer');
    return data;
  };
}

/** The second person of a change. */
export async function approve(client: BankClient, approvalId: number, as: string): Promise<void> {
  const path = `/api/admin/v1/approvals/${approvalId}/approve`;
  const { httpStatus, data } = await client.call(0, 'POST', path, {
    body: {},
    reference: `SETUP-APPROVAL-${approvalId}`,
    as,
  });
  if (httpStatus !== 200) throw new Error(`${path}: ${httpStatus} ${JSON.stringify(data)}`);
}

async function openAccount(
  post: Post,
  { branchCode, productCode, accountOfficerStaffID }: Sandbox,
  balance: number,
): Promise<string> {
  const { accountNumber } = await post('/api/account/v1/createcustomeraccount', {
    lastName: 'Torture',
    firstName: 'Test',
    accountName: 'Torture Test',
    branchCode,
    productCode,
    accountOfficerStaffID,
  });
  await post('/api/transfer/v1/localfundtransfer', {
    debitAccount: VAULT,
    creditAccount: accountNumber,
    amount: balance,
    narration: 'Cash in',
    postingsTransactionType: 1,
  });
  return accountNumber as string;
}

/** A loan to each borrower, of a product whose instalments are due daily. */
async function lend(post: Post, bank: Bank): Promise<void> {
  const { loanTerms, ...product } = TERM_PRODUCTS[0]!;
  const terms = { ...loanTerms, principalRepaymentFrequency: DAILY, minTenure: 1, maxTenure: 720, minPrincipal: 1_000 };
  await post(
    '/api/admin/v1/products',
    { ...product, productCode: LOAN_PRODUCT, productName: 'Loan of days', loanTerms: terms },
    'administrator',
  );
  const random = new Random(1);
  for (const [index, borrower] of bank.borrowers.entries()) {
    const { id, loanAccountNumber } = await post('/api/loanaccount/v1/add', {
      ...loanRequest(random, borrower),
      referenceNumber: `SETUP-LOAN-${index}`,
    });
    await post(`/api/admin/v1/loans/${String(id)}/approve`, {}, 'checker');
    const { principalAmount } = await post('/api/loanaccount/v1/disburseloan', {
      loanAccountNumber,
      referenceNumber: `SETUP-DISBURSEMENT-${index}`,
    });
    bank.loans.push({ loanAccountNumber: loanAccountNumber as string, outstanding: principalAmount as number });
  }
}
