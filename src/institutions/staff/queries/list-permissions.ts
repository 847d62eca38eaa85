import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { PermissionCatalogue } from '../permission-catalogue';
import type { PermissionView } from '../roles.dto';

/** Lists the permissions that roles can hold. */
export class ListPermissions extends Query<{ data: PermissionView[]; recordCount: number }> {}

@QueryHandler(ListPermissions)
export class ListPermissionsHandler implements IQueryHandler<ListPermissions> {
  constructor(private readonly catalogue: PermissionCatalogue) {}

  async execute(): Promise<{ data: PermissionView[]; recordCount: number }> {
    const data = this.catalogue.list().map((name) => ({ name }));
    return { data, recordCount: data.length };
  }
}
