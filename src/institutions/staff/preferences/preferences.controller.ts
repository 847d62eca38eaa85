import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../../common/http/actor';
import { ANY_STAFF, Endpoint, staffAccess } from '../../../common/http/endpoint.decorator';
import type { Outcome } from '../../../common/http/outcome';
import { Write, type WriteRequest } from '../../../common/http/write-request';
import { institutionsErrors } from '../../institutions.errors';
import {
  CreateViewBody,
  ListViewsQuery,
  PreferencesBody,
  PreferencesView,
  SavedViewView,
  UpdateViewBody,
  ViewPath,
} from './preferences.dto';
import { PreferencesOfStaff } from './preferences-of-staff';
import { SavedViews } from './saved-views';

const OWN = { access: staffAccess(ANY_STAFF) };
const OWN_CHANGE = { ...OWN, reference: 'honoured' as const };
const SHARED = 'Own views; shared ones need `manage-views`.';

@Controller('api/admin/v1/me')
@ApiTags('Staff')
export class PreferencesController {
  constructor(
    private readonly preferences: PreferencesOfStaff,
    private readonly views: SavedViews,
  ) {}

  @Get('preferences')
  @Endpoint({ summary: 'Get your own preferences', ...OWN, response: PreferencesView })
  get(@CurrentStaff() staff: StaffActor): Promise<PreferencesView> {
    return this.preferences.get(staff);
  }

  @Put('preferences')
  @Endpoint({
    summary: 'Set your own preferences',
    description: 'All of them; at most 16 KB.',
    ...OWN_CHANGE,
    response: PreferencesView,
  })
  set(
    @Write() write: WriteRequest,
    @CurrentStaff() { id }: StaffActor,
    @Body() body: PreferencesBody,
  ): Promise<Outcome> {
    return this.preferences.set(write, id, body);
  }

  @Get('views')
  @Endpoint({ summary: 'List your own and shared views', ...OWN, response: SavedViewView, list: 'flat' })
  list(
    @CurrentStaff() staff: StaffActor,
    @Query() { Page }: ListViewsQuery,
  ): Promise<{ data: SavedViewView[]; recordCount: number }> {
    return this.views.list(staff, Page);
  }

  @Post('views')
  @Endpoint({
    summary: 'Create a view',
    description: 'A shared one needs `manage-views`.',
    ...OWN_CHANGE,
    response: SavedViewView,
    errors: [institutionsErrors.TOO_MANY_VIEWS],
  })
  create(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Body() body: CreateViewBody,
  ): Promise<Outcome> {
    return this.views.create(write, staff, body);
  }

  @Patch('views/:viewId')
  @Endpoint({
    summary: 'Update a view',
    description: SHARED,
    ...OWN_CHANGE,
    response: SavedViewView,
    errors: [institutionsErrors.VIEW_NOT_FOUND],
  })
  update(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { viewId }: ViewPath,
    @Body() body: UpdateViewBody,
  ): Promise<Outcome> {
    return this.views.update(write, staff, Number(viewId), body);
  }

  @Delete('views/:viewId')
  @Endpoint({
    summary: 'Remove a view',
    description: SHARED,
    ...OWN_CHANGE,
    response: SavedViewView,
    errors: [institutionsErrors.VIEW_NOT_FOUND],
  })
  remove(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { viewId }: ViewPath,
  ): Promise<Outcome> {
    return this.views.remove(write, staff, Number(viewId));
  }
}
