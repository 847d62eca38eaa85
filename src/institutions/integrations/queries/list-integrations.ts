import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Integrations } from '../integrations';
import type { IntegrationView } from '../integrations.dto';

type IntegrationList = { data: IntegrationView[]; recordCount: number };

/** Lists the functions of providers and their missing configuration keys. */
export class ListIntegrations extends Query<IntegrationList> {
  constructor(readonly institutionId: number) {
    super();
  }
}

@QueryHandler(ListIntegrations)
export class ListIntegrationsHandler implements IQueryHandler<ListIntegrations> {
  constructor(private readonly integrations: Integrations) {}

  async execute({ institutionId }: ListIntegrations): Promise<IntegrationList> {
    const list = await this.integrations.list(institutionId);
    const data = list.map(({ integration, enabled, defaultProvider, missing, providers }) => ({
      function: integration,
      enabled,
      complete: missing.length === 0,
      defaultProvider: defaultProvider ?? null,
      missing,
      providers: providers.map((provider) => ({ ...provider, complete: provider.missing.length === 0 })),
    }));
    return { data, recordCount: data.length };
  }
}
