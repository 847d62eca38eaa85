import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { IdentityNumbers } from '../../../common/identity/identity-numbers';
import { normalisePhoneNumber } from '../../../common/text/phone-number';
import { CustomerCondition, readCustomers } from '../customer-reader';
import { individualCustomerView } from '../customer-view';
import type { IndividualCustomerView, SearchIndividualCustomersQuery } from '../customers.dto';
import { PersonNumbers } from '../person-numbers';

/** Searches individual customers. */
export class SearchIndividualCustomers extends Query<Page<IndividualCustomerView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchIndividualCustomersQuery,
    /** `maySeeIdentity` of the caller. */
    readonly seesIdentity: boolean,
  ) {
    super();
  }
}

@QueryHandler(SearchIndividualCustomers)
export class SearchIndividualCustomersHandler implements IQueryHandler<SearchIndividualCustomers> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly identity: IdentityNumbers,
    private readonly persons: PersonNumbers,
  ) {}

  async execute({
    institutionId,
    filters,
    seesIdentity,
  }: SearchIndividualCustomers): Promise<Page<IndividualCustomerView>> {
    const { CustomerID, Name, PhoneNumber, Email, BVN, NIN, BranchCode } = filters;
    const condition = new CustomerCondition(institutionId, 'individuals')
      .equal('customer_number', CustomerID)
      .nameStartsWith(Name)
      // A text that is not a telephone number matches no customer.
      .equal('phone_number', PhoneNumber === undefined ? undefined : (normalisePhoneNumber(PhoneNumber) ?? ''))
      .equal('email', Email?.toLowerCase())
      .hasNumber('bvn', BVN === undefined ? undefined : this.identity.match(institutionId, 'bvn', BVN))
      .hasNumber('nin', NIN === undefined ? undefined : this.identity.match(institutionId, 'nin', NIN))
      .inBranch(BranchCode);
    const page = await this.unitOfWork.read(institutionId, (tx) => readCustomers(tx, condition, filters));
    const shown = this.persons.shown(seesIdentity);
    return { ...page, data: page.data.map(({ customer, branch }) => individualCustomerView(customer, branch, shown)) };
  }
}
