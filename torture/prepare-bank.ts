import 'reflect-metadata';
import { AppModule } from '../src/app.module';
import { loadAppConfig } from '../src/common/config/app-config';
import { migrate } from '../src/common/database/migrate';
import { createHttpApp } from '../src/common/http/http-app';
import { SANDBOX_INSTITUTION } from '../src/seed/sandbox-plan';
import { connectProviders } from '../src/seed/sandbox-providers';
import { type Sandbox, seedSandbox } from '../src/seed/seed-sandbox';
import { type Bank, BankClient } from './bank';

const ACCOUNTS = 24;
const PAYERS = 8;
const LARGE_SENDERS = 6;
const VAULT = '1010';

/** Makes the schema and the sandbox institution, with its payments going to the simulator at `providersUrl`. */
export async function seedBank(env: Record<string, string>, providersUrl: string): Promise<Sandbox> {
  const config = loadAppConfig(env);
  await migrate(config.migrationUrl ?? '');
  const app = await createHttpApp(AppModule.forRoot(config), config);
  await app.init();
  const sandbox = await seedSandbox(app);
  await connectProviders(app, providersUrl);
  await app.close();
  return sandbox;
}

/** Opens and funds the accounts of a run over the API, and sets rules so that AML holds what large senders send, and only that. */
export async function openAccounts(sandbox: Sandbox, urls: string[]): Promise<Bank> {
  const ledger = sandbox.ledgers.find(({ name }) => /collections/i.test(name));
  if (!ledger) throw new Error('The sandbox has no collections ledger.');
  const bank: Bank = { urls, institutionId: SANDBOX_INSTITUTION.institutionId, client: sandbox.client, staff: sandbox.staff, accounts: [], payers: [], largeSenders: [], ledger: ledger.code, vault: VAULT };
  const client = new BankClient(bank);
  let references = 0;
  const post = async (path: string, body: Record<string, unknown>, as = 'client'): Promise<Record<string, unknown>> => {
    references += 1;
    const { httpStatus, data } = await client.call(0, 'POST', path, { body, reference: `SETUP-${references}`, as });
    if (httpStatus !== 200) throw new Error(`${path}: ${httpStatus} ${JSON.stringify(data)}`);
    return data;
  };
  const rules = await client.call(0, 'GET', '/api/admin/v1/aml/rules', { as: 'amlOfficer' });
  for (const { id } of rules.data.data as { id: number }[]) await post(`/api/admin/v1/aml/rules/${id}/deactivate`, {}, 'amlOfficer');
  const open = async (balance: number): Promise<string> => {
    const { branchCode, productCode, accountOfficerStaffID } = sandbox;
    const { accountNumber } = await post('/api/account/v1/createcustomeraccount', { lastName: 'Torture', firstName: 'Test', accountName: 'Torture Test', branchCode, productCode, accountOfficerStaffID });
    await post('/api/transfer/v1/localfundtransfer', { debitAccount: VAULT, creditAccount: accountNumber, amount: balance, narration: 'Cash in', postingsTransactionType: 1 });
    return accountNumber as string;
  };
  for (let n = 0; n < ACCOUNTS; n += 1) bank.accounts.push(await open(50_000));
  for (let n = 0; n < PAYERS; n += 1) bank.payers.push(await open(2_000_000));
  for (let n = 0; n < LARGE_SENDERS; n += 1) {
    const accountNumber = await open(500_000_000);
    bank.largeSenders.push(accountNumber);
    await post('/api/admin/v1/aml/rules', { name: `Large transfers of ${accountNumber}`, direction: 'outflow', threshold: 1_000_000, accountNumber, action: 'hold' }, 'amlOfficer');
  }
  return bank;
}
