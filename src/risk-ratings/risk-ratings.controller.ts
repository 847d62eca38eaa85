import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { accountsErrors } from '../accounts/accounts.errors';
import { CustomerPath } from '../accounts/customers/identity-numbers.dto';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { RiskRatings } from './risk-ratings';
import {
  ListRiskRatingsQuery,
  RiskApprovalBody,
  RiskChangesQuery,
  RiskChangeView,
  RiskOverrideBody,
  RiskRatingView,
  RiskReviewBody,
} from './risk-ratings.dto';
import { riskRatingsErrors } from './risk-ratings.errors';
import { riskRatingsPermissions } from './risk-ratings.permissions';

const FOUND = [accountsErrors.CUSTOMER_NOT_FOUND, riskRatingsErrors.RISK_NOT_RATED];
const OVERRIDE = {
  access: staffAccess(riskRatingsPermissions.override),
  reference: 'honoured' as const,
  response: RiskRatingView,
};

@Controller('api/admin/v1/risk-ratings')
@ApiTags('Risk ratings')
export class RiskRatingsController {
  constructor(private readonly ratings: RiskRatings) {}

  @Get()
  @Endpoint({
    summary: 'List risk ratings of customers',
    access: staffAccess(riskRatingsPermissions.view),
    response: RiskRatingView,
    list: 'page',
  })
  list(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() filters: ListRiskRatingsQuery,
  ): Promise<Page<RiskRatingView>> {
    return this.ratings.list(institutionId, filters);
  }

  @Get(':customerID')
  @Endpoint({
    summary: 'Get the risk rating of a customer',
    access: staffAccess(riskRatingsPermissions.view),
    audited: readOf('risk-rating.view', { customerID: 'risk-rating' }),
    response: RiskRatingView,
    errors: FOUND,
  })
  get(@CurrentStaff() { institutionId }: StaffActor, @Param() { customerID }: CustomerPath): Promise<RiskRatingView> {
    return this.ratings.get(institutionId, customerID);
  }

  @Get(':customerID/changes')
  @Endpoint({
    summary: 'List the changes of the risk rating of a customer',
    access: staffAccess(riskRatingsPermissions.view),
    audited: readOf('risk-rating.view-changes', { customerID: 'risk-rating' }),
    response: RiskChangeView,
    list: 'page',
    errors: [accountsErrors.CUSTOMER_NOT_FOUND],
  })
  changes(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { customerID }: CustomerPath,
    @Query() paging: RiskChangesQuery,
  ): Promise<Page<RiskChangeView>> {
    return this.ratings.changes(institutionId, customerID, paging);
  }

  @Post(':customerID/override')
  @Endpoint({
    summary: 'Request another risk level for a customer',
    description: 'The level holds when somebody else approves it, and ends after its last day.',
    ...OVERRIDE,
    errors: [...FOUND, riskRatingsErrors.RISK_UNTIL_PASSED],
  })
  propose(
    @Write() write: WriteRequest,
    @Param() { customerID }: CustomerPath,
    @Body() body: RiskOverrideBody,
  ): Promise<Outcome> {
    return this.ratings.propose(write, customerID, body);
  }

  @Post(':customerID/override/approve')
  @Endpoint({
    summary: 'Approve another risk level for a customer',
    description: 'The body may name the level and last day that were seen: where others wait now, nothing is approved.',
    ...OVERRIDE,
    stepUp: true,
    errors: [
      ...FOUND,
      riskRatingsErrors.RISK_OVERRIDE_STATE,
      riskRatingsErrors.RISK_FOUR_EYES,
      riskRatingsErrors.RISK_UNTIL_PASSED,
    ],
  })
  approve(
    @Write() write: WriteRequest,
    @Param() { customerID }: CustomerPath,
    @Body() body: RiskApprovalBody,
  ): Promise<Outcome> {
    return this.ratings.approve(write, customerID, body);
  }

  @Post(':customerID/override/decline')
  @Endpoint({
    summary: 'Decline another risk level for a customer',
    ...OVERRIDE,
    errors: [...FOUND, riskRatingsErrors.RISK_OVERRIDE_STATE],
  })
  decline(@Write() write: WriteRequest, @Param() { customerID }: CustomerPath): Promise<Outcome> {
    return this.ratings.decline(write, customerID);
  }

  @Post(':customerID/review')
  @Endpoint({
    summary: 'Register the review of a customer',
    description: 'The next review counts from today.',
    ...OVERRIDE,
    errors: FOUND,
  })
  review(
    @Write() write: WriteRequest,
    @Param() { customerID }: CustomerPath,
    @Body() { note }: RiskReviewBody,
  ): Promise<Outcome> {
    return this.ratings.review(write, customerID, note);
  }
}
