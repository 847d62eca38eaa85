import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { ClosePlacement } from './commands/close-placement';
import { CreatePlacement } from './commands/create-placement';
import { UpdatePlacement } from './commands/update-placement';
import { ClosePlacementBody, ListPlacementsQuery, PlacementBody, PlacementPath, PlacementView } from './placements.dto';
import { placementsErrors } from './placements.errors';
import { placementsPermissions } from './placements.permissions';
import { GetPlacement } from './queries/get-placement';
import { ListPlacements } from './queries/list-placements';

const VIEWING = { access: staffAccess(placementsPermissions.view), response: PlacementView };
const CHANGING = {
  access: staffAccess(placementsPermissions.manage),
  reference: 'honoured' as const,
  response: PlacementView,
};

const NO_MONEY = 'Placements are a register: no money moves here. Post the money through posting groups.';

@Controller('api/admin/v1/placements')
@ApiTags('Placements')
export class PlacementsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({ summary: 'List placements', description: NO_MONEY, ...VIEWING, list: 'page' })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListPlacementsQuery): Promise<Page<PlacementView>> {
    return this.queries.execute(new ListPlacements(staff.institutionId, filters));
  }

  @Get(':placementId')
  @Endpoint({ summary: 'Get a placement', ...VIEWING, errors: [placementsErrors.PLACEMENT_NOT_FOUND] })
  get(@CurrentStaff() staff: StaffActor, @Param() { placementId }: PlacementPath): Promise<PlacementView> {
    return this.queries.execute(new GetPlacement(staff.institutionId, Number(placementId)));
  }

  @Post()
  @Endpoint({
    summary: 'Enter a placement',
    description: NO_MONEY,
    ...CHANGING,
    errors: [placementsErrors.PLACEMENT_DATES_REFUSED],
  })
  create(@Write() write: WriteRequest, @Body() body: PlacementBody): Promise<Outcome> {
    return this.commands.execute(new CreatePlacement(write, body));
  }

  @Put(':placementId')
  @Endpoint({
    summary: 'Replace a placement',
    description: `The body is the whole placement. ${NO_MONEY}`,
    ...CHANGING,
    errors: [
      placementsErrors.PLACEMENT_NOT_FOUND,
      placementsErrors.PLACEMENT_CLOSED,
      placementsErrors.PLACEMENT_DATES_REFUSED,
    ],
  })
  update(
    @Write() write: WriteRequest,
    @Param() { placementId }: PlacementPath,
    @Body() body: PlacementBody,
  ): Promise<Outcome> {
    return this.commands.execute(new UpdatePlacement(write, Number(placementId), body));
  }

  @Post(':placementId/close')
  @Endpoint({
    summary: 'Close a placement',
    description: `It is closed on the business date, matured or not, and cannot be changed afterwards. ${NO_MONEY}`,
    ...CHANGING,
    errors: [placementsErrors.PLACEMENT_NOT_FOUND, placementsErrors.PLACEMENT_CLOSED],
  })
  close(
    @Write() write: WriteRequest,
    @Param() { placementId }: PlacementPath,
    @Body() body: ClosePlacementBody,
  ): Promise<Outcome> {
    return this.commands.execute(new ClosePlacement(write, Number(placementId), body));
  }
}
