import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { Role } from '../role.entity';
import { type ListRolesQuery, type RoleView, roleView } from '../roles.dto';

/** Lists the roles of the institution. */
export class ListRoles extends Query<Page<RoleView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListRolesQuery,
  ) {
    super();
  }
}

@QueryHandler(ListRoles)
export class ListRolesHandler implements IQueryHandler<ListRoles> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListRoles): Promise<Page<RoleView>> {
    const { Name, Direction } = filters;
    return this.unitOfWork.read(institutionId, (tx) => {
      const query = tx
        .createQueryBuilder(Role, 'r')
        .where('r.institution_id = :institutionId', { institutionId })
        .orderBy('r.name', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (Name !== undefined) query.andWhere('r.name = :Name', { Name });
      return listPage(tx, query, filters, roleView);
    });
  }
}
