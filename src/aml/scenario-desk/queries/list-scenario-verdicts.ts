import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { cappedCount, pagingOf, QueryKeyset } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf } from '../../../common/http/paging';
import { postingIdFrom, postingReferenceNumber } from '../../../ledger/engine/posting.entity';
import { AmlVerdict } from '../aml-verdict.entity';
import { accountNumbers } from '../backtest-views';
import type { ListScenarioVerdictsQuery, ScenarioVerdictView } from '../scenario-verdicts.dto';

/** The verdicts of a posting or of a scenario, the newest first. */
export class ListScenarioVerdicts extends Query<Page<ScenarioVerdictView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListScenarioVerdictsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListScenarioVerdicts)
export class ListScenarioVerdictsHandler implements IQueryHandler<ListScenarioVerdicts> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListScenarioVerdicts): Promise<Page<ScenarioVerdictView>> {
    const { PostingReferenceNumber, ScenarioCode, Mode, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(AmlVerdict, 'verdict')
        .where('verdict.institution_id = :institutionId', { institutionId })
        .orderBy('verdict.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (PostingReferenceNumber !== undefined)
        query.andWhere('verdict.posting_id = :postingId', { postingId: postingIdFrom(PostingReferenceNumber) ?? 0 });
      if (ScenarioCode !== undefined) query.andWhere('verdict.code = :code', { code: ScenarioCode });
      if (Mode !== undefined) query.andWhere('verdict.mode = :mode', { mode: Mode });
      const keyset = new QueryKeyset(query, filters);
      const { rows, nextAfter } = keyset.cut(await keyset.page().getMany());
      const numbers = await accountNumbers(
        tx,
        institutionId,
        rows.map(({ accountId }) => accountId),
      );
      const views = rows.map((row) => viewOf(row, numbers));
      return pageOf(views, await cappedCount(tx, query), pagingOf(filters), nextAfter);
    });
  }
}

function viewOf(verdict: AmlVerdict, numbers: ReadonlyMap<number, string>): ScenarioVerdictView {
  const { id, postingId, accountId, code, version, mode, action, score, values, contributions, at } = verdict;
  return {
    id,
    postingReferenceNumber: postingReferenceNumber(postingId),
    accountNumber: numbers.get(accountId) ?? '',
    ...{ code, version, mode, action, score, values, contributions },
    at: at.toISOString(),
  };
}
