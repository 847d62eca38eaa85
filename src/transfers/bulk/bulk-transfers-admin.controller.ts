import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Page } from '../../common/http/paging';
import { transfersErrors } from '../transfers.errors';
import { transfersPermissions } from '../transfers.permissions';
import { BulkTransferParam, BulkTransferRowView, ListBulkTransferRowsQuery } from './bulk-transfers.dto';
import { BulkTransferListView, BulkTransferStaffView, ListBulkTransfersQuery } from './bulk-transfers-admin.dto';
import { GetBulkTransferForStaff } from './queries/get-bulk-transfer-for-staff';
import { ListBulkTransferRows } from './queries/list-bulk-transfer-rows';
import { ListBulkTransfers } from './queries/list-bulk-transfers';

@ApiTags('Transfers')
@Controller('api/admin/v1/bulk-transfers')
export class BulkTransfersAdminController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List bulk transfers',
    description: 'Files of transfers of all API clients, newest first, those that wait or were refused included.',
    access: staffAccess(transfersPermissions.viewTransfers),
    audited: readOf('bulk-transfer.list', { DebitAccount: 'account', ReferenceNumber: 'bulk-transfer' }),
    response: BulkTransferListView,
    list: 'page',
  })
  list(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListBulkTransfersQuery,
  ): Promise<Page<BulkTransferListView>> {
    return this.queries.execute(new ListBulkTransfers(staff.institutionId, filters));
  }

  @Get(':referenceNumber')
  @Endpoint({
    summary: 'Get a bulk transfer',
    access: staffAccess(transfersPermissions.viewTransfers),
    audited: readOf('bulk-transfer.view', { referenceNumber: 'bulk-transfer' }),
    response: BulkTransferStaffView,
    errors: [transfersErrors.BULK_TRANSFER_NOT_FOUND],
  })
  get(
    @CurrentStaff() staff: StaffActor,
    @Param() { referenceNumber }: BulkTransferParam,
  ): Promise<BulkTransferStaffView> {
    return this.queries.execute(new GetBulkTransferForStaff(staff.institutionId, referenceNumber));
  }

  @Get(':referenceNumber/rows')
  @Endpoint({
    summary: 'List the rows of a bulk transfer as staff',
    description: 'In the order of the file, each with its result.',
    access: staffAccess(transfersPermissions.viewTransfers),
    audited: readOf('bulk-transfer.rows', { referenceNumber: 'bulk-transfer' }),
    response: BulkTransferRowView,
    list: 'page',
    errors: [transfersErrors.BULK_TRANSFER_NOT_FOUND],
  })
  rows(
    @CurrentStaff() staff: StaffActor,
    @Param() { referenceNumber }: BulkTransferParam,
    @Query() query: ListBulkTransferRowsQuery,
  ): Promise<Page<BulkTransferRowView>> {
    return this.queries.execute(new ListBulkTransferRows(staff.institutionId, referenceNumber, query));
  }
}
