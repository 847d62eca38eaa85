import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { StaffActor } from '../../../common/http/actor';
import { StaffMembers } from '../../../institutions/staff/staff-members';
import type { SecondFactorView } from '../second-factor.dto';
import { SecondFactorNeeds } from '../second-factor-needs';
import { SecondFactors } from '../second-factors';

/** Gets the state of the caller's second factor. */
export class GetSecondFactor extends Query<SecondFactorView> {
  constructor(readonly staff: StaffActor) {
    super();
  }
}

@QueryHandler(GetSecondFactor)
export class GetSecondFactorHandler implements IQueryHandler<GetSecondFactor> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly secondFactors: SecondFactors,
    private readonly needs: SecondFactorNeeds,
  ) {}

  async execute({ staff: { institutionId, id } }: GetSecondFactor): Promise<SecondFactorView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const member = await this.members.require(tx, institutionId, id);
      const factor = await this.secondFactors.active(tx, member);
      return {
        isActive: factor !== undefined,
        confirmedAt: factor?.confirmedAt ?? null,
        recoveryCodesLeft: await this.secondFactors.recoveryCodesLeft(tx, member),
        neededFor: await this.needs.neededFor(tx, member),
      };
    });
  }
}
