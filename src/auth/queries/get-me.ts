import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { Institution } from '../../institutions/institution.entity';
import type { Staff } from '../../institutions/staff/staff.entity';
import { permissionsOf } from '../../institutions/staff/staff-access';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { staffViews } from '../../institutions/staff/staff-views';
import type { MeView } from '../session.dto';

/** Gets the signed-in member of staff, with institution and permissions. */
export class GetMe extends Query<MeView> {
  constructor(readonly staff: StaffActor) {
    super();
  }
}

/** A member of staff as they see themselves. */
export async function meView(tx: Tx, member: Staff): Promise<MeView> {
  const { institutionId } = member;
  const [view] = await staffViews(tx, institutionId, [member]);
  const { staffID, name, email, branchCode, branchName, roles } = view!;
  const institution = await tx.findOneByOrFail(Institution, { institutionId });
  return {
    staffID,
    name,
    email,
    branchCode,
    branchName,
    roles,
    permissions: await permissionsOf(tx, member),
    institutionName: institution.name,
    institutionCode: institution.code,
    businessDate: institution.businessDate,
  };
}

@QueryHandler(GetMe)
export class GetMeHandler implements IQueryHandler<GetMe> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
  ) {}

  async execute({ staff: { institutionId, id } }: GetMe): Promise<MeView> {
    return this.unitOfWork.read(institutionId, async (tx) =>
      meView(tx, await this.members.require(tx, institutionId, id)),
    );
  }
}
