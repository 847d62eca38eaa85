import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { AML_SCREENING_ENABLED } from '../aml.settings';
import type { AmlScreeningView } from '../aml-rules.dto';

/** The institution's screening switch. */
export class GetAmlScreening extends Query<AmlScreeningView> {
  constructor(readonly institutionId: number) {
    super();
  }
}

@QueryHandler(GetAmlScreening)
export class GetAmlScreeningHandler implements IQueryHandler<GetAmlScreening> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
  ) {}

  async execute({ institutionId }: GetAmlScreening): Promise<AmlScreeningView> {
    return this.unitOfWork.read(institutionId, async (tx) => ({
      enabled: (await this.settings.getWithin(tx, institutionId, AML_SCREENING_ENABLED)) === 'true',
    }));
  }
}
