import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { ApprovalPolicies } from '../approval-policies';
import type { ApprovalPolicyView, ListApprovalPoliciesQuery } from '../approval-policies.dto';
import { ApprovalPolicy } from '../approval-policy.entity';

/** The institution's policies, inactive ones included. */
export class ListApprovalPolicies extends Query<Page<ApprovalPolicyView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListApprovalPoliciesQuery,
  ) {
    super();
  }
}

@QueryHandler(ListApprovalPolicies)
export class ListApprovalPoliciesHandler implements IQueryHandler<ListApprovalPolicies> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly policies: ApprovalPolicies,
  ) {}

  async execute({ institutionId, filters }: ListApprovalPolicies): Promise<Page<ApprovalPolicyView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(ApprovalPolicy, 'policy')
        .where('policy.institution_id = :institutionId', { institutionId });
      if (filters.Operation !== undefined)
        query.andWhere('policy.operation = :operation', { operation: filters.Operation });
      query.orderBy('policy.id', filters.Direction === 'Asc' ? 'ASC' : 'DESC');
      return listPage(tx, query, filters, (policy) => this.policies.view(policy));
    });
  }
}
