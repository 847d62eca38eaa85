import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { ConfigurationKeyView } from '../configuration.dto';
import { viewOfSetting } from '../configuration-view';
import { InstitutionSetting } from '../institution-setting.entity';
import { SettingCatalogue } from '../setting-catalogue';

/** Lists all configuration keys with the values of the institution. */
export class ListConfiguration extends Query<{ data: ConfigurationKeyView[]; recordCount: number }> {
  constructor(readonly institutionId: number) {
    super();
  }
}

@QueryHandler(ListConfiguration)
export class ListConfigurationHandler implements IQueryHandler<ListConfiguration> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly catalogue: SettingCatalogue,
  ) {}

  async execute({ institutionId }: ListConfiguration): Promise<{ data: ConfigurationKeyView[]; recordCount: number }> {
    const rows = await this.unitOfWork.read(institutionId, (tx) => tx.findBy(InstitutionSetting, { institutionId }));
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const data = this.catalogue.list().map((definition) => viewOfSetting(definition, byKey.get(definition.key)));
    return { data, recordCount: data.length };
  }
}
