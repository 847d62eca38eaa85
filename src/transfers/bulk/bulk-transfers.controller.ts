import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../../common/http/actor';
import { BodyLimit } from '../../common/http/body-limit.decorator';
import { CsvBody } from '../../common/http/csv-body';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { movementAccepted } from '../../postings/accepted-answers';
import { accountStateErrors } from '../../postings/movement-errors';
import { transfersErrors } from '../transfers.errors';
import { readBulkCsv } from './bulk-csv';
import {
  BULK_BODY_MAX_BYTES,
  BulkTransferAnswer,
  BulkTransferBody,
  BulkTransferParam,
  BulkTransferRowView,
  BulkTransferView,
  ListBulkTransferRowsQuery,
} from './bulk-transfers.dto';
import { TransferInBulk } from './commands/transfer-in-bulk';
import { GetBulkTransfer } from './queries/get-bulk-transfer';
import { ListBulkTransferRows } from './queries/list-bulk-transfer-rows';

const CSV_EXAMPLE = [
  'debitAccount,rowCount,totalAmount,narration',
  '0123456789,2,2000.5,Salaries November',
  'reference,creditAccount,amount,narration',
  'SAL-2026-11-00001,0987654321,1500.5,Salary November',
  'SAL-2026-11-00002,2030,500,',
].join('\n');

@ApiTags('Transfers')
@Controller('api/transfer/v1/bulk')
export class BulkTransfersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @BodyLimit(BULK_BODY_MAX_BYTES)
  @CsvBody(readBulkCsv, CSV_EXAMPLE)
  @Endpoint({
    summary: 'Create a bulk transfer',
    description:
      'Moves money from one account to up to 10,000 others, such as a payroll, also at other institutions after a name ' +
      'enquiry for each. Totals and rows are checked first. Up to 500 rows are all posted or none; of more, each is posted by itself, and what failed ' +
      'goes back. AML, limits and approvals judge the sum as one transfer, and one hold or approval carries the file.',
    access: clientAccess('transfers:write'),
    reference: 'required',
    dryRun: true,
    response: BulkTransferAnswer,
    accepted: movementAccepted,
    errors: [
      ...accountStateErrors,
      ledgerErrors.CLIENT_LIMIT_EXCEEDED,
      ledgerErrors.AML_REFERENCE_REJECTED,
      ledgerErrors.TRANSACTION_NOT_EXECUTED,
      ledgerErrors.LIMIT_EXCEEDED,
      transfersErrors.BULK_TOTALS_MISMATCH,
      transfersErrors.BULK_ROWS_REFUSED,
      transfersErrors.BULK_ROW_NOT_LOCAL,
      transfersErrors.BULK_TRANSFERS_NOT_CONFIGURED,
      transfersErrors.CHARGES_NOT_CONFIGURED,
      integrationsErrors.INTEGRATION_NOT_ENABLED,
    ],
  })
  create(@Write() write: WriteRequest, @Body() body: BulkTransferBody): Promise<Outcome> {
    return this.commands.execute(new TransferInBulk(write, body));
  }

  @Get(':referenceNumber')
  @Endpoint({
    summary: 'Get the progress of a bulk transfer',
    access: clientAccess('transfers:read'),
    response: BulkTransferView,
    errors: [transfersErrors.BULK_TRANSFER_NOT_FOUND],
  })
  get(
    @CurrentClient() client: ClientActor,
    @Param() { referenceNumber }: BulkTransferParam,
  ): Promise<BulkTransferView> {
    return this.queries.execute(new GetBulkTransfer(client.institutionId, referenceNumber));
  }

  @Get(':referenceNumber/rows')
  @Endpoint({
    summary: 'List the rows of a bulk transfer',
    description: 'In the order of the file, each with its result.',
    access: clientAccess('transfers:read'),
    response: BulkTransferRowView,
    list: 'page',
    errors: [transfersErrors.BULK_TRANSFER_NOT_FOUND],
  })
  rows(
    @CurrentClient() client: ClientActor,
    @Param() { referenceNumber }: BulkTransferParam,
    @Query() query: ListBulkTransferRowsQuery,
  ): Promise<Page<BulkTransferRowView>> {
    return this.queries.execute(new ListBulkTransferRows(client.institutionId, referenceNumber, query));
  }
}
