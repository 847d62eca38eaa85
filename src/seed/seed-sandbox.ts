import type { INestApplicationContext } from '@nestjs/common';
import { AppConfig } from '../common/config/app-config';
import { Keyring } from '../common/crypto/keyring';
import { InstitutionDirectory } from '../common/database/institution-directory.entity';
import { UnitOfWork } from '../common/database/unit-of-work';
import { koboToNaira } from '../common/money/naira';
import { Institution } from '../institutions/institution.entity';
import { ledgerBalanceKobo } from '../ledger/engine/available-balance';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { LICENCE_CLASS } from '../loans/loans.settings';
import { InstitutionSetup } from './institution-setup';
import type { Providers } from './providers';
import { SandboxBooks } from './sandbox-books';
import { type Credentials, sandboxCredentials } from './sandbox-credentials';
import { HISTORY_DAYS } from './sandbox-history/history-plan';
import { SandboxPeople } from './sandbox-people';
import { ACCOUNT_OFFICER, BRANCHES, SANDBOX_INSTITUTION } from './sandbox-plan';
import { LEDGER_SETTINGS } from './templates/base-chart';
import { microfinanceBank } from './templates/microfinance-bank';

/** The access data of the sandbox institution. */
export interface Sandbox {
  institutionCode: string;
  client: { clientId: string; clientSecret: string };
  staff: Credentials['staff'];
  /** The address and secret of the recovery partner's webhooks. */
  recoveryPartner: { institutionId: number; webhookSecret: string };
  /** The first two have at least ₦10,000,000 when they are created. */
  accounts: { accountNumber: string; accountName: string; balance: number }[];
  ledgers: { code: string; name: string }[];
  branchCode: string;
  productCode: string;
  accountOfficerStaffID: string;
}

/**
 * Creates the sandbox institution if it does not exist: chart of accounts, products, branches, staff, one API client,
 * funded accounts, a company with a virtual account, an AML rule. Every step may run again, so that the next start
 * completes an interrupted one; the institution is listed in the directory last.
 */
export async function seedSandbox(app: INestApplicationContext): Promise<Sandbox> {
  const unitOfWork = app.get(UnitOfWork);
  const credentials = sandboxCredentials(app.get(Keyring));
  const { code } = SANDBOX_INSTITUTION;
  const listed = await unitOfWork.routing((tx) => tx.findOneBy(InstitutionDirectory, { code }));
  const institutionId = listed?.institutionId ?? SANDBOX_INSTITUTION.institutionId;
  const people = new SandboxPeople(app, institutionId);
  if (!listed) {
    const beginsDaysAgo = app.get(AppConfig).sandboxHistory ? HISTORY_DAYS : 0;
    await fillSandbox(app, people, institutionId, credentials, beginsDaysAgo);
    await people.admitClient(credentials);
    await unitOfWork.routing((tx) => tx.insert(InstitutionDirectory, { institutionId, code }));
  }
  // Also for a sandbox created before institutions had the mark.
  await unitOfWork.run(institutionId, (tx) => tx.update(Institution, { institutionId }, { sandbox: true }));
  await people.hireMissing(credentials);
  await people.reviveClient(credentials);
  await people.shareWebhookSecret(credentials);
  await people.switchSecondFactorsOff();
  return describe(unitOfWork, institutionId, credentials);
}

/**
 * Gives a sandbox institution all but its API clients and its entry in the directory.
 * @param beginsDaysAgo days before today on which the institution begins
 */
export async function fillSandbox(
  app: Providers,
  people: SandboxPeople,
  institutionId: number,
  credentials: Credentials,
  beginsDaysAgo = 0,
): Promise<void> {
  const setup = new InstitutionSetup(app, institutionId);
  const books = new SandboxBooks(app, institutionId);
  await setup.found({ ...SANDBOX_INSTITUTION, sandbox: true, beginsDaysAgo });
  await setup.openBooks(microfinanceBank);
  await setup.openBranches(BRANCHES);
  await setup.createRoles();
  await people.hireStaff(credentials);
  await books.openAccounts();
  await books.openTill();
  // The provisions of the template are left to whoever tries them out; the scale of classes belongs to the licence.
  await setup.configure({ ...LEDGER_SETTINGS, [LICENCE_CLASS]: microfinanceBank.settings[LICENCE_CLASS]! });
  await people.setRules();
  await setup.setPolicies();
}

/** Accounts of the sandbox with money, oldest first. */
export async function sandboxAccounts(unitOfWork: UnitOfWork, institutionId: number): Promise<Sandbox['accounts']> {
  const accounts = await unitOfWork.read(institutionId, (tx) =>
    tx.find(LedgerAccount, { where: { institutionId, kind: 'customer' }, order: { id: 'ASC' }, take: 5 }),
  );
  return accounts.map((account) => ({
    accountNumber: account.number,
    accountName: account.name,
    balance: koboToNaira(ledgerBalanceKobo(account)),
  }));
}

async function describe(
  unitOfWork: UnitOfWork,
  institutionId: number,
  { clientId, clientSecret, staff, webhookSecret }: Credentials,
): Promise<Sandbox> {
  return {
    institutionCode: SANDBOX_INSTITUTION.code,
    client: { clientId, clientSecret },
    staff,
    recoveryPartner: { institutionId, webhookSecret },
    accounts: await sandboxAccounts(unitOfWork, institutionId),
    ledgers: microfinanceBank.ledgers.map((ledger) => ({ code: ledger.code, name: ledger.name })),
    branchCode: BRANCHES[0]!.branchCode,
    productCode: microfinanceBank.products[0]!.productCode,
    accountOfficerStaffID: ACCOUNT_OFFICER,
  };
}
