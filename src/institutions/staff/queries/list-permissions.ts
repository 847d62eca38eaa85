import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AccessDeclarations } from '../../../common/http/access-declarations';
import { PermissionCatalogue } from '../permission-catalogue';
import { isSensitivePermission, permissionTitle } from '../permission-text';
import type { PermissionView } from '../roles.dto';

/** Lists the permissions that roles can hold. */
export class ListPermissions extends Query<{ data: PermissionView[]; recordCount: number }> {}

@QueryHandler(ListPermissions)
export class ListPermissionsHandler implements IQueryHandler<ListPermissions> {
  private steppedUp?: ReadonlySet<string>;

  constructor(
    private readonly catalogue: PermissionCatalogue,
    private readonly declarations: AccessDeclarations,
  ) {}

  async execute(): Promise<{ data: PermissionView[]; recordCount: number }> {
    const steppedUp = (this.steppedUp ??= this.permissionsWithStepUp());
    const data = this.catalogue.list().map((name) => ({
      name,
      group: this.catalogue.groupOf(name),
      title: permissionTitle(name),
      isSensitive: isSensitivePermission(name, steppedUp),
    }));
    return { data, recordCount: data.length };
  }

  private permissionsWithStepUp(): ReadonlySet<string> {
    const accesses = this.declarations.list().map(({ access }) => access);
    return new Set(accesses.flatMap((access) => ('stepUp' in access && access.stepUp ? [access.permission] : [])));
  }
}
