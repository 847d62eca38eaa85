import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { casesErrors } from '../cases.errors';
import { casesPermissions } from '../cases.permissions';
import { AlertDesk } from './alert-desk';
import {
  AlertPath,
  AlertView,
  CloseAlertsBody,
  ClosedAlertsView,
  ListAlertsQuery,
  ReviewAlertBody,
} from './alerts.dto';

@Controller('api/admin/v1/aml/alerts')
@ApiTags('AML cases')
export class AlertsController {
  constructor(private readonly desk: AlertDesk) {}

  @Get()
  @Endpoint({
    summary: 'List AML alerts',
    access: staffAccess(casesPermissions.view),
    audited: readOf('aml-alert.list', { CustomerID: 'aml-customer' }),
    response: AlertView,
    list: 'page',
  })
  list(@CurrentStaff() { institutionId }: StaffActor, @Query() filters: ListAlertsQuery): Promise<Page<AlertView>> {
    return this.desk.list(institutionId, filters);
  }

  @Post('close')
  @Endpoint({
    summary: 'Close AML alerts',
    description:
      'At most 50 alerts of one source and version that need no case; all or none. Some are chosen for a second look ' +
      'by somebody else. Alerts of held movements are decided with the hold and are refused here.',
    access: staffAccess(casesPermissions.close),
    reference: 'honoured',
    response: ClosedAlertsView,
    errors: [
      casesErrors.ALERT_NOT_FOUND,
      casesErrors.ALERT_STATE,
      casesErrors.ALERTS_DIFFER,
      casesErrors.ALERT_OF_HOLD,
    ],
  })
  close(@Write() write: WriteRequest, @Body() body: CloseAlertsBody): Promise<Outcome> {
    return this.desk.close(write, body);
  }

  @Get(':alertId')
  @Endpoint({
    summary: 'Get an AML alert',
    access: staffAccess(casesPermissions.view),
    audited: readOf('aml-alert.view', { alertId: 'aml-alert' }),
    response: AlertView,
    errors: [casesErrors.ALERT_NOT_FOUND],
  })
  get(@CurrentStaff() { institutionId }: StaffActor, @Param() { alertId }: AlertPath): Promise<AlertView> {
    return this.desk.get(institutionId, Number(alertId));
  }

  @Post(':alertId/case')
  @Endpoint({
    summary: 'Link an AML alert with the case of its customer',
    description: 'Opens the case where the customer has none that is not closed.',
    access: staffAccess(casesPermissions.work),
    reference: 'honoured',
    response: AlertView,
    errors: [casesErrors.ALERT_NOT_FOUND, casesErrors.ALERT_STATE, casesErrors.ALERT_WITHOUT_CUSTOMER],
  })
  toCase(@Write() write: WriteRequest, @Param() { alertId }: AlertPath): Promise<Outcome> {
    return this.desk.toCase(write, Number(alertId));
  }

  @Post(':alertId/review')
  @Endpoint({
    summary: 'Verify the closing of an AML alert',
    description: 'By somebody else than who closed it; without agreement the alert is open again.',
    access: staffAccess(casesPermissions.close),
    reference: 'honoured',
    response: AlertView,
    errors: [casesErrors.ALERT_NOT_FOUND, casesErrors.REVIEW_NOT_ASKED, casesErrors.REVIEW_FOUR_EYES],
  })
  review(
    @Write() write: WriteRequest,
    @Param() { alertId }: AlertPath,
    @Body() { agrees }: ReviewAlertBody,
  ): Promise<Outcome> {
    return this.desk.review(write, Number(alertId), agrees);
  }
}
