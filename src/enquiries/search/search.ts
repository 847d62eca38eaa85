import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DecidableOperations } from '../../approvals/decidable-operations';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { koboToNaira } from '../../common/money/naira';
import { findCustomersByName } from './customer-names';
import { CUSTOMER_SOURCES } from './customer-sources';
import { HOUSE_SOURCES } from './house-sources';
import { MOVEMENT_SOURCES } from './movement-sources';
import { readKinds, type SearchQuery, type SearchResultsView, type SearchResultView } from './search.dto';
import { SEARCH_KINDS, SEARCH_PERMISSIONS, type SearchKind } from './search-kinds';
import { type NamedCustomers, readSource, type SearchHit } from './search-source';
import { readSearchText } from './search-text';

const SOURCES = [...CUSTOMER_SOURCES, ...MOVEMENT_SOURCES, ...HOUSE_SOURCES];
/** Kinds that are found by the name of their customer. */
const OF_CUSTOMERS = new Set<SearchKind>(['customer', 'account', 'loan', 'fixed-deposit']);

const NOBODY: NamedCustomers = { ids: [], isComplete: true };

/** Finds records of every kind that the member of staff may view, by identifier or name. */
export class Search extends Query<SearchResultsView> {
  constructor(
    readonly staff: StaffActor,
    readonly query: SearchQuery,
  ) {
    super();
  }
}

@QueryHandler(Search)
export class SearchHandler implements IQueryHandler<Search> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly operations: DecidableOperations,
  ) {}

  async execute({ staff: { institutionId, permissions }, query }: Search): Promise<SearchResultsView> {
    const wanted = new Set(query.Kinds === undefined ? SEARCH_KINDS : readKinds(query.Kinds));
    const kinds = SEARCH_KINDS.filter((kind) => wanted.has(kind) && permissions.has(SEARCH_PERMISSIONS[kind]));
    const text = readSearchText(query.Query);
    const hidden = this.operations.hiddenFrom(permissions);
    if (kinds.length === 0 || text.text === '') return { results: [], recordCount: 0, isComplete: true };
    return this.unitOfWork.read(institutionId, async (tx) => {
      const customers = kinds.some((kind) => OF_CUSTOMERS.has(kind))
        ? await findCustomersByName(tx, institutionId, text, query.Limit)
        : NOBODY;
      const hits: SearchHit[] = [];
      for (const source of SOURCES)
        if (kinds.includes(source.kind))
          hits.push(...(await readSource(tx, source, text, { institutionId, customers, limit: query.Limit, hidden })));
      const results = ordered(hits, query.Limit);
      return { results, recordCount: results.length, isComplete: customers.isComplete };
    });
  }
}

/** Exact results first, each part in the order of the kinds, and no kind with more than `limit`. */
function ordered(hits: SearchHit[], limit: number): SearchResultView[] {
  const byKind = SEARCH_KINDS.flatMap((kind) => hits.filter((hit) => hit.kind === kind).slice(0, limit));
  return [...byKind.filter(({ isExact }) => isExact), ...byKind.filter(({ isExact }) => !isExact)].map(viewOf);
}

function viewOf({ amountKobo, at, ...hit }: SearchHit): SearchResultView {
  return {
    ...hit,
    amount: amountKobo === null ? null : koboToNaira(amountKobo),
    at: at?.toISOString() ?? null,
  };
}
