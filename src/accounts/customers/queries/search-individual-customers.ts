import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { normalisePhoneNumber } from '../../../common/text/phone-number';
import { CustomerCondition, readCustomers } from '../customer-reader';
import { individualCustomerView } from '../customer-view';
import type { IndividualCustomerView, SearchIndividualCustomersQuery } from '../customers.dto';

/** Searches individual customers. */
export class SearchIndividualCustomers extends Query<Page<IndividualCustomerView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchIndividualCustomersQuery,
  ) {
    super();
  }
}

@QueryHandler(SearchIndividualCustomers)
export class SearchIndividualCustomersHandler implements IQueryHandler<SearchIndividualCustomers> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: SearchIndividualCustomers): Promise<Page<IndividualCustomerView>> {
    const { CustomerID, Name, PhoneNumber, Email, BVN, NIN, BranchCode } = filters;
    const condition = new CustomerCondition(institutionId, 'individuals')
      .equal('customer_number', CustomerID)
      .nameStartsWith(Name)
      // A text that is not a telephone number matches no customer.
      .equal('phone_number', PhoneNumber === undefined ? undefined : (normalisePhoneNumber(PhoneNumber) ?? ''))
      .equal('email', Email?.toLowerCase())
      .equal('bvn', BVN)
      .equal('nin', NIN)
      .inBranch(BranchCode);
    const page = await this.unitOfWork.read(institutionId, (tx) => readCustomers(tx, condition, filters));
    return { ...page, data: page.data.map(({ customer, branch }) => individualCustomerView(customer, branch)) };
  }
}
