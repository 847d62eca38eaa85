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

const STAFF_READ = { access: staffAccess(placementsPermissions.view), response: PlacementView };
const STAFF_CHANGE = {
  access: staffAccess(placementsPermissions.manage),
  reference: 'honoured' as const,
  response: PlacementView,
};

const NO_MONEY = 'Placements are a register and move no money. Post the money through posting groups.';

@Controller('api/admin/v1/placements')
@ApiTags('Placements')
export class PlacementsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({ summary: 'List placements', description: NO_MONEY, ...STAFF_READ, list: 'page' })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListPlacementsQuery): Promise<Page<PlacementView>> {
    return this.queries.execute(new ListPlacements(staff.institutionId, filters));
  }

  @Get(':placementId')
  @Endpoint({ summary: 'Get a placement', ...STAFF_READ, errors: [placementsErrors.PLACEMENT_NOT_FOUND] })
  get(@CurrentStaff() staff: StaffActor, @Param() { placementId }: PlacementPath): Promise<PlacementView> {
    return this.queries.execute(new GetPlacement(staff.institutionId, Number(placementId)));
  }

  @Post()
  @Endpoint({
    summary: 'Create a placement',
    description: NO_MONEY,
    ...STAFF_CHANGE,
    errors: [placementsErrors.PLACEMENT_DATES_REFUSED],
  })
  create(@Write() write: WriteRequest, @Body() body: PlacementBody): Promise<Outcome> {
    return this.commands.execute(new CreatePlacement(write, body));
  }

  @Put(':placementId')
  @Endpoint({
    summary: 'Update a placement',
    versioned: true,
    description: `Replaces the whole placement: a field that is left out is cleared. ${NO_MONEY}`,
    ...STAFF_CHANGE,
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
    description:
      'Closes the placement on the business date, before or after maturity. It cannot be changed afterwards. ' +
      NO_MONEY,
    ...STAFF_CHANGE,
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
