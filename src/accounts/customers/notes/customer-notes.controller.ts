import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../../common/http/actor';
import { Endpoint, staffAccess } from '../../../common/http/endpoint.decorator';
import type { Outcome } from '../../../common/http/outcome';
import type { Page } from '../../../common/http/paging';
import { Write, type WriteRequest } from '../../../common/http/write-request';
import { accountsErrors } from '../../accounts.errors';
import { customersPermissions } from '../customers.permissions';
import { CustomerPath } from '../identity-numbers.dto';
import { CustomerNotes } from './customer-notes';
import { CustomerNoteBody, CustomerNotesQuery, CustomerNoteView } from './customer-notes.dto';

@ApiTags('Customers')
@Controller('api/admin/v1/customers')
export class CustomerNotesController {
  constructor(private readonly customerNotes: CustomerNotes) {}

  @Get(':customerID/notes')
  @Endpoint({
    summary: 'List the notes about a customer',
    access: staffAccess(customersPermissions.viewCustomers),
    audited: readOf('customer.view-notes', { customerID: 'customer' }),
    response: CustomerNoteView,
    list: 'page',
    errors: [accountsErrors.CUSTOMER_NOT_FOUND],
  })
  notes(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { customerID }: CustomerPath,
    @Query() paging: CustomerNotesQuery,
  ): Promise<Page<CustomerNoteView>> {
    return this.customerNotes.list(institutionId, customerID, paging);
  }

  @Post(':customerID/notes')
  @Endpoint({
    summary: 'Add a note about a customer',
    description: 'A note is never changed. It is erased with the customer.',
    access: staffAccess(customersPermissions.writeNotes),
    reference: 'honoured',
    response: CustomerNoteView,
    errors: [accountsErrors.CUSTOMER_NOT_FOUND, accountsErrors.CUSTOMER_ERASED],
  })
  addNote(
    @Write() write: WriteRequest,
    @Param() { customerID }: CustomerPath,
    @Body() { text }: CustomerNoteBody,
  ): Promise<Outcome> {
    return this.customerNotes.add(write, customerID, text);
  }
}
