import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { accountsErrors } from '../accounts/accounts.errors';
import { customersPermissions } from '../accounts/customers/customers.permissions';
import { CustomerPath } from '../accounts/customers/identity-numbers.dto';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { metadataErrors } from '../metadata/metadata.errors';
import { DueDiligenceBody, DueDiligenceView } from './due-diligence.dto';
import { dueDiligencePermissions } from './due-diligence.permissions';
import { DueDiligences } from './due-diligences';

@ApiTags('Customers')
@Controller('api/admin/v1/customers')
export class DueDiligenceController {
  constructor(private readonly dueDiligences: DueDiligences) {}

  @Get(':customerID/due-diligence')
  @Endpoint({
    summary: 'Get the due diligence of a customer',
    description: 'Occupation, income, source of wealth, document and directors. Identity numbers are masked.',
    access: staffAccess(customersPermissions.viewCustomers),
    audited: readOf('customer.view-due-diligence', { customerID: 'customer' }),
    response: DueDiligenceView,
    errors: [accountsErrors.CUSTOMER_NOT_FOUND],
  })
  get(@CurrentStaff() { institutionId }: StaffActor, @Param() { customerID }: CustomerPath): Promise<DueDiligenceView> {
    return this.dueDiligences.get(institutionId, customerID);
  }

  @Put(':customerID/due-diligence')
  @Endpoint({
    summary: 'Record the due diligence of a customer',
    description: 'Replaces the record: what is left out is not known.',
    access: staffAccess(dueDiligencePermissions.record),
    reference: 'honoured',
    response: DueDiligenceView,
    errors: [accountsErrors.CUSTOMER_NOT_FOUND, accountsErrors.CUSTOMER_ERASED, metadataErrors.RECORD_UNDER_LEGAL_HOLD],
  })
  set(
    @Write() write: WriteRequest,
    @Param() { customerID }: CustomerPath,
    @Body() body: DueDiligenceBody,
  ): Promise<Outcome> {
    return this.dueDiligences.set(write, customerID, body);
  }
}
