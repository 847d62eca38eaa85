import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { prefixRange } from '../../common/text/search-name';
import { Agent } from '../agent.entity';
import { agentViews } from '../agent-view';
import type { AgentView, SearchAgentsQuery } from '../agents.dto';

/** Searches the institution's agents of any status. */
export class SearchAgents extends Query<Page<AgentView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchAgentsQuery,
  ) {
    super();
  }
}

const SORT_COLUMNS = { id: 'agent.id', agentCode: 'agent.agent_code', name: 'agent.search_name' } as const;

@QueryHandler(SearchAgents)
export class SearchAgentsHandler implements IQueryHandler<SearchAgents> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: SearchAgents): Promise<Page<AgentView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await listPage(tx, this.matchingAgents(tx, institutionId, filters), filters, (agent) => agent);
      return { ...page, data: await agentViews(tx, institutionId, page.data) };
    });
  }

  private matchingAgents(tx: Tx, institutionId: number, filters: SearchAgentsQuery): SelectQueryBuilder<Agent> {
    const { AgentCode, Name, BranchCode, Status, ReferenceNumber, SortColumn, Direction } = filters;
    const query = tx
      .createQueryBuilder(Agent, 'agent')
      .where('agent.institution_id = :institutionId', { institutionId });
    if (AgentCode !== undefined) query.andWhere('agent.agent_code = :AgentCode', { AgentCode });
    if (Name !== undefined)
      query.andWhere('agent.search_name ~>=~ :from AND agent.search_name ~<~ :to', prefixRange(Name));
    if (Status !== undefined) query.andWhere('agent.status = :Status', { Status });
    if (ReferenceNumber !== undefined) query.andWhere('agent.reference_number = :ReferenceNumber', { ReferenceNumber });
    if (BranchCode !== undefined) {
      query.andWhere(
        `agent.branch_id = (
           SELECT b.id FROM branch b WHERE b.institution_id = :institutionId AND b.branch_code = :BranchCode)`,
        { BranchCode },
      );
    }
    const direction = Direction === 'Asc' ? 'ASC' : 'DESC';
    return query.orderBy(SORT_COLUMNS[SortColumn], direction).addOrderBy('agent.id', direction);
  }
}
