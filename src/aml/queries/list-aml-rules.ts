import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { AmlRule } from '../aml-rule.entity';
import { AmlRules } from '../aml-rules';
import type { AmlRuleView, ListAmlRulesQuery } from '../aml-rules.dto';

/** The institution's rules. */
export class ListAmlRules extends Query<Page<AmlRuleView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListAmlRulesQuery,
  ) {
    super();
  }
}

@QueryHandler(ListAmlRules)
export class ListAmlRulesHandler implements IQueryHandler<ListAmlRules> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: AmlRules,
  ) {}

  async execute({ institutionId, filters }: ListAmlRules): Promise<Page<AmlRuleView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(AmlRule, 'rule')
        .where('rule.institution_id = :institutionId', { institutionId });
      if (filters.Active !== undefined) query.andWhere('rule.active = :active', { active: filters.Active });
      query.orderBy('rule.id', filters.Direction === 'Asc' ? 'ASC' : 'DESC');
      return listPage(tx, query, filters, (rule) => this.rules.view(rule));
    });
  }
}
