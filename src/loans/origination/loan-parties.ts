import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { assertAccountStatus } from '../../accounts/assert-account-status';
import { Customer } from '../../accounts/customers/customer.entity';
import type { DepositAccount } from '../../accounts/deposit-account.entity';
import { DepositAccounts } from '../../accounts/deposit-accounts';
import { Agents } from '../../agents/agents';
import type { Tx } from '../../common/database/unit-of-work';
import { validationFailed } from '../../common/http/validation.pipe';
import { institutionsErrors } from '../../institutions/institutions.errors';
import { Staff } from '../../institutions/staff/staff.entity';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { loansErrors } from '../loans.errors';

/** The officer and agent that a request names. */
interface NamedPeople {
  accountOfficerCode?: string | null | undefined;
  accountOfficerID?: number | null | undefined;
  agentCode?: string | null | undefined;
}

/** Finds and checks the parties of a loan: borrower, account officer, agent, guarantors. */
@Injectable()
export class LoanParties {
  constructor(
    private readonly accounts: DepositAccounts,
    private readonly staff: StaffMembers,
    private readonly agents: Agents,
  ) {}

  /**
   * The linked account of a loan, locked against closing until the transaction ends.
   * @throws ACCOUNT_NOT_FOUND (404), ACCOUNT_CLOSED (409), VIRTUAL_ACCOUNT_NOT_ALLOWED (422)
   */
  async linkedAccount(
    tx: Tx,
    institutionId: number,
    key: { accountNumber: string } | { accountId: number },
  ): Promise<DepositAccount> {
    const account =
      'accountNumber' in key
        ? await this.accounts.require(tx, institutionId, key.accountNumber, 'share')
        : await this.accounts.requireById(tx, institutionId, key.accountId, 'share');
    const { number, status } = await tx.findOneByOrFail(LedgerAccount, { institutionId, id: account.id });
    assertAccountStatus({ number, status }, ['Dormant', 'Frozen', 'Inactive', 'PendingApproval']);
    return account;
  }

  /** The owner of a linked account. @throws LOAN_CUSTOMER_MISMATCH (422) when the request names another customer */
  async borrower(
    tx: Tx,
    { institutionId, customerId, accountNumber }: DepositAccount,
    customerID: string | null | undefined,
  ): Promise<Customer> {
    const customer = await tx.findOneByOrFail(Customer, { institutionId, id: customerId });
    if ((customerID ?? customer.customerID) !== customer.customerID) {
      throw loansErrors.LOAN_CUSTOMER_MISMATCH(
        `The account ${accountNumber} does not belong to the customer ${customerID}; name an account of that customer.`,
      );
    }
    return customer;
  }

  /**
   * Staff id of the officer in the request; undefined when it names none.
   * @throws VALIDATION_FAILED (400), ACCOUNT_OFFICER_NOT_FOUND (404), ACCOUNT_OFFICER_INACTIVE (422)
   */
  async officer(
    tx: Tx,
    institutionId: number,
    { accountOfficerCode, accountOfficerID }: NamedPeople,
  ): Promise<string | undefined> {
    const byId =
      typeof accountOfficerID === 'number'
        ? await tx.findOneBy(Staff, { institutionId, id: accountOfficerID })
        : undefined;
    if (byId === null)
      throw institutionsErrors.ACCOUNT_OFFICER_NOT_FOUND(
        `There is no account officer with the id ${accountOfficerID}.`,
      );
    const code = accountOfficerCode ?? byId?.staffID;
    if (byId && byId.staffID !== code)
      throw validationFailed([{ field: 'accountOfficerID', message: 'must be the id of accountOfficerCode' }]);
    return code === undefined ? undefined : (await this.staff.requireActive(tx, institutionId, code)).staffID;
  }

  /** Id of the agent in the request; undefined when it names none. @throws AGENT_NOT_ACTIVE (422) */
  async agent(tx: Tx, institutionId: number, { agentCode }: NamedPeople): Promise<number | undefined> {
    return typeof agentCode === 'string'
      ? (await this.agents.requireActive(tx, institutionId, agentCode)).id
      : undefined;
  }

  /** @throws LOAN_GUARANTOR_REFUSED (422) for the borrower or an unknown customer */
  async assertGuarantors(
    tx: Tx,
    institutionId: number,
    borrowerId: number,
    guarantors: readonly number[] | null | undefined,
  ): Promise<void> {
    if (!guarantors || guarantors.length === 0) return;
    if (guarantors.includes(borrowerId))
      throw loansErrors.LOAN_GUARANTOR_REFUSED('The borrower cannot guarantee the loan; name other customers.');
    const found = await tx.find(Customer, {
      where: { institutionId, id: In([...guarantors]) },
      select: { institutionId: true, id: true },
    });
    const unknown = guarantors.find((id) => !found.some((customer) => customer.id === id));
    if (unknown !== undefined)
      throw loansErrors.LOAN_GUARANTOR_REFUSED(`There is no customer with the id ${unknown}; check loanGuarantors.`);
  }
}
