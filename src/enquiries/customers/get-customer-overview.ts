import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { accountsErrors } from '../../accounts/accounts.errors';
import { accountsPermissions } from '../../accounts/accounts.permissions';
import { Customer } from '../../accounts/customers/customer.entity';
import { PersonNumbers } from '../../accounts/customers/person-numbers';
import { amlPermissions } from '../../aml/aml.permissions';
import { cardsPermissions } from '../../cards/cards.permissions';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { fixedDepositsPermissions } from '../../fixed-deposits/fixed-deposits.permissions';
import { Branch } from '../../institutions/branches/branch.entity';
import { Institution } from '../../institutions/institution.entity';
import { loansPermissions } from '../../loans/loans.permissions';
import type { CustomerOverviewView, OverviewCustomerView } from './customer-overview.dto';
import { readAccounts, readCards, readCounts, readFixedDeposits, readLoans, readMovements } from './overview-rows';

/** A customer with accounts, loans, deposits, cards and latest movements, as far as the member of staff may see. */
export class GetCustomerOverview extends Query<CustomerOverviewView> {
  constructor(
    readonly staff: StaffActor,
    readonly customerID: string,
  ) {
    super();
  }
}

@QueryHandler(GetCustomerOverview)
export class GetCustomerOverviewHandler implements IQueryHandler<GetCustomerOverview> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly persons: PersonNumbers,
  ) {}

  /** @throws CUSTOMER_NOT_FOUND (404) */
  async execute({ staff, customerID }: GetCustomerOverview): Promise<CustomerOverviewView> {
    const { institutionId, permissions } = staff;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const customer = await tx.findOneBy(Customer, { institutionId, customerID });
      if (!customer) throw accountsErrors.CUSTOMER_NOT_FOUND(`There is no customer ${customerID}.`);
      const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
      const { ids, views: accounts } = await readAccounts(tx, institutionId, {
        customerId: customer.id,
        seesBalances: permissions.has(accountsPermissions.viewAccounts),
      });
      const numbers = accounts.map(({ accountNumber }) => accountNumber);
      const seen = async <Rows>(permission: string, read: () => Promise<Rows>): Promise<Rows | null> =>
        permissions.has(permission) ? read() : null;
      const counts = await readCounts(tx, institutionId, { customerId: customer.id, accountIds: ids, numbers });
      const loans = await seen(loansPermissions.viewLoans, () =>
        readLoans(tx, institutionId, customer.id, businessDate),
      );
      return {
        customer: await this.customerView(tx, customer),
        flags: {
          isUnderLegalHold: counts.legalHolds > 0,
          isErased: customer.erasedAt !== null,
          frozenAccounts: accounts.filter(({ accountStatus }) => accountStatus === 'Frozen').length,
          openHolds: permissions.has(amlPermissions.viewAml) ? counts.openHolds : null,
          overdueLoans: loans?.filter(({ overdue }) => overdue > 0).length ?? null,
        },
        accounts,
        virtualAccounts: counts.virtualAccounts,
        loans,
        deposits: await seen(fixedDepositsPermissions.viewFixedDeposits, () =>
          readFixedDeposits(tx, institutionId, customer.id),
        ),
        cards: await seen(cardsPermissions.viewCards, () => readCards(tx, institutionId, numbers)),
        movements: await seen(accountsPermissions.viewAccounts, () => readMovements(tx, institutionId, ids)),
        documents: counts.documents,
      };
    });
  }

  private async customerView(tx: Tx, customer: Customer): Promise<OverviewCustomerView> {
    const { institutionId, branchId } = customer;
    const { branchCode, branchName } = await tx.findOneByOrFail(Branch, { institutionId, id: branchId });
    const { bvn, nin } = this.persons.shown(false).numbers(customer);
    return {
      customerID: customer.customerID,
      customerType: customer.customerType,
      name: customer.name,
      dateOfBirth: customer.dateOfBirth,
      phoneNumber: customer.phoneNumber,
      email: customer.email,
      address: customer.address,
      bvn,
      nin,
      branchCode,
      branchName,
      customerSince: customer.createdAt.toISOString(),
    };
  }
}
