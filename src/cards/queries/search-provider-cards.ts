import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { DepositAccounts } from '../../accounts/deposit-accounts';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Integrations } from '../../institutions/integrations/integrations';
import { Card, type CardProviderName } from '../card.entity';
import { readCardList } from '../card-answer';
import { CardGateway } from '../card-gateway';
import { providerCardView } from '../card-views';
import type { ProviderCardView } from '../cards.dto';
import { cardsErrors } from '../cards.errors';

/** The cards of an account in the list of a provider. */
export class SearchProviderCards extends Query<{ data: ProviderCardView[]; recordCount: number }> {
  constructor(
    readonly institutionId: number,
    readonly provider: CardProviderName,
    readonly accountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(SearchProviderCards)
export class SearchProviderCardsHandler implements IQueryHandler<SearchProviderCards> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: DepositAccounts,
    private readonly integrations: Integrations,
    private readonly gateway: CardGateway,
  ) {}

  /**
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422), CARD_PROVIDER_UNAVAILABLE,
   *   INTEGRATION_NOT_ENABLED (503)
   */
  async execute({
    institutionId,
    provider,
    accountNumber,
  }: SearchProviderCards): Promise<{ data: ProviderCardView[]; recordCount: number }> {
    await this.unitOfWork.read(institutionId, (tx) => this.accounts.require(tx, institutionId, accountNumber));
    const { target } = await this.integrations.require(institutionId, 'card', provider);
    const listed = readCardList(await this.gateway.list(target, accountNumber));
    if (!listed) throw cardsErrors.CARD_PROVIDER_UNAVAILABLE('The provider gave no usable list; try again later.');
    // A provider may serve several institutions: cards of other accounts are left out.
    const cards = listed.filter((card) => card.accountNumber === accountNumber);
    const ids = await this.ids(
      institutionId,
      provider,
      cards.map(({ cardReference }) => cardReference),
    );
    const data = cards.map((card) =>
      providerCardView(provider, accountNumber, card, ids.get(card.cardReference) ?? null),
    );
    return { data, recordCount: data.length };
  }

  /** Ids of the institution's cards by their references. */
  private async ids(
    institutionId: number,
    provider: CardProviderName,
    references: string[],
  ): Promise<Map<string, number>> {
    const cards = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findBy(Card, { institutionId, provider, cardReference: In(references) }),
    );
    return new Map(cards.map(({ cardReference, id }) => [cardReference!, id]));
  }
}
