import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { ANY_STAFF, Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { Search } from './search';
import { SearchQuery, SearchResultsView } from './search.dto';

@ApiTags('Search')
@Controller('api/admin/v1/search')
export class SearchController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'Search records of every kind',
    description:
      'Finds records by identifier (numbers, codes, references, a telephone number or an e-mail address, never an ' +
      'identity number), and customers, accounts, loans, deposits, ledgers, agents and staff by the beginning of each ' +
      'word of a name. Kinds that the member of staff may not view are left out.',
    access: staffAccess(ANY_STAFF),
    response: SearchResultsView,
  })
  search(@CurrentStaff() staff: StaffActor, @Query() query: SearchQuery): Promise<SearchResultsView> {
    return this.queries.execute(new Search(staff, query));
  }
}
