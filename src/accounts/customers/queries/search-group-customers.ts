import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { CustomerCondition, readCustomers } from '../customer-reader';
import { groupCustomerView } from '../customer-view';
import type { GroupCustomerView, SearchGroupCustomersQuery } from '../group-customers.dto';
import { GroupMembers } from '../group-members';
import { normaliseRegistrationNumber } from '../identity-formats';
import { PersonNumbers } from '../person-numbers';

/** Searches companies and groups. */
export class SearchGroupCustomers extends Query<Page<GroupCustomerView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchGroupCustomersQuery,
    /** `maySeeIdentity` of the caller. */
    readonly seesIdentity: boolean,
  ) {
    super();
  }
}

@QueryHandler(SearchGroupCustomers)
export class SearchGroupCustomersHandler implements IQueryHandler<SearchGroupCustomers> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: GroupMembers,
    private readonly persons: PersonNumbers,
  ) {}

  async execute({ institutionId, filters, seesIdentity }: SearchGroupCustomers): Promise<Page<GroupCustomerView>> {
    const { CustomerID, Name, RegistrationNumber } = filters;
    const condition = new CustomerCondition(institutionId, 'organisations')
      .equal('customer_number', CustomerID)
      .nameStartsWith(Name)
      // A text that is not a registration number matches no customer.
      .equal(
        'registration_number',
        RegistrationNumber === undefined ? undefined : (normaliseRegistrationNumber(RegistrationNumber) ?? ''),
      );
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await readCustomers(tx, condition, filters);
      const members = await this.members.listByGroup(
        tx,
        institutionId,
        page.data.map(({ customer }) => customer.id),
      );
      return {
        ...page,
        data: page.data.map(({ customer, branch }) =>
          groupCustomerView(customer, branch, members.get(customer.id) ?? [], this.persons.shown(seesIdentity)),
        ),
      };
    });
  }
}
