import { CommandBus } from '@nestjs/cqrs';
import { CreateAccount } from '../accounts/commands/create-account';
import { CreateCustomerAccount } from '../accounts/commands/create-customer-account';
import { CreateGroupCustomer } from '../accounts/customers/commands/create-group-customer';
import { CreateVirtualAccount } from '../accounts/virtual-accounts/commands/create-virtual-account';
import { claimOf } from '../common/idempotency/claims';
import { AccountDirectory } from '../ledger/chart/account-directory';
import { LedgerService } from '../ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../ledger/engine/posting-operation';
import { ORDINARY } from '../ledger/engine/posting-request';
import { CreateTill } from '../operations/commands/create-till';
import type { Providers } from './providers';
import { ACCOUNT_OFFICER, BRANCHES, COMPANY, CUSTOMERS, FUNDING_LEDGER, TILL, VIRTUAL_ACCOUNT } from './sandbox-plan';
import { seedWrite } from './seed-write';

/** The sandbox's funded accounts and its till. */
export class SandboxBooks {
  private readonly bus: CommandBus;

  constructor(
    private readonly app: Providers,
    private readonly institutionId: number,
  ) {
    this.bus = app.get(CommandBus);
  }

  async openAccounts(): Promise<void> {
    const place = { branchCode: BRANCHES[0]!.branchCode, accountOfficerStaffID: ACCOUNT_OFFICER };
    for (const [index, { balanceKobo, ...person }] of CUSTOMERS.entries()) {
      const step = `CUSTOMER-${index + 1}`;
      const body = {
        ...place,
        ...person,
        accountName: `${person.lastName} ${person.firstName}`,
        productCode: 'SAV001',
        kycTier: 3,
      };
      const { data } = await this.bus.execute(new CreateCustomerAccount(seedWrite(this.institutionId, step), body));
      await this.fund((data as { accountNumber: string }).accountNumber, balanceKobo, step);
    }
    await this.openCompany(place);
  }

  private async openCompany(place: { branchCode: string; accountOfficerStaffID: string }): Promise<void> {
    const customerID = await this.registerCompany(place.branchCode);
    const account = await this.bus.execute(
      new CreateAccount(seedWrite(this.institutionId, 'COMPANY-ACCOUNT'), {
        ...place,
        customerID,
        productCode: 'CUR001',
        accountName: COMPANY.name,
      }),
    );
    const { accountNumber } = account.data as { accountNumber: string };
    await this.fund(accountNumber, COMPANY.balanceKobo, 'COMPANY');
    const body = { ...VIRTUAL_ACCOUNT, parentAccountNumber: accountNumber };
    await this.bus.execute(new CreateVirtualAccount(seedWrite(this.institutionId, 'VIRTUAL-ACCOUNT'), body, undefined));
  }

  private async registerCompany(branchCode: string): Promise<string> {
    const { name, registrationNumber } = COMPANY;
    const { data } = await this.bus.execute(
      new CreateGroupCustomer(seedWrite(this.institutionId, 'COMPANY'), { name, branchCode, registrationNumber }),
    );
    return (data as { customerID: string }).customerID;
  }

  async openTill(): Promise<void> {
    await this.bus.execute(new CreateTill(seedWrite(this.institutionId, `TILL-${TILL.accountNumber}`), TILL));
  }

  /** Opening balances are paid in at the vault: cash grows, and so do the institution's liabilities. */
  private async fund(accountNumber: string, amountKobo: bigint, step: string): Promise<void> {
    const { institutionId } = this;
    const directory = this.app.get(AccountDirectory, { strict: false });
    const [vault, account] = [
      await directory.require(institutionId, FUNDING_LEDGER),
      await directory.require(institutionId, accountNumber),
    ];
    const write = seedWrite(institutionId, `FUND-${step}`);
    await this.app.get(LedgerService, { strict: false }).post({
      institutionId,
      kind: 'opening',
      reference: `FUND-${step}`,
      origin: 'system',
      maker: write.actor,
      narration: 'Opening balance',
      legs: [
        { accountId: vault.ledgerAccountId, side: 'debit', amountKobo, role: 'principal' },
        { accountId: account.ledgerAccountId, side: 'credit', amountKobo, role: 'principal' },
      ],
      amountKobo,
      feeKobo: 0n,
      nature: ORDINARY,
      operation: SYSTEM_POSTING,
      claim: claimOf(write, { accountNumber, amountKobo }),
    });
  }
}
