import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../../common/errors/common.errors';
import { FileView } from '../../common/files/file-view.dto';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { reportsErrors } from '../../reports/reports.errors';
import { booksErrors } from '../books.errors';
import { ExportCreditBureau } from './queries/export-credit-bureau';
import { GetReturn } from './queries/get-return';
import { CreditBureauQuery, ReturnQuery, ReturnView } from './returns.dto';
import { returnsPermissions } from './returns.permissions';

@ApiTags('Ledger')
@Controller('api/admin/v1/returns')
export class ReturnsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'Get a return to a regulator or tax authority',
    description:
      'Assets and liabilities, income, loans by sector and class, deposits by size of account, taxes to remit, or the ' +
      'withholding tax of each beneficiary, as of the end of a month or of any closed day, by value date. `ties` compares each total with the trial balance. ' +
      "The layout is the institution's own (`RETURN_LAYOUTS`).",
    access: staffAccess(returnsPermissions.viewReturns),
    response: ReturnView,
    otherResponses: [FileView],
    errors: [booksErrors.DATE_NOT_REACHED, reportsErrors.DAY_NOT_CLOSED, commonErrors.EXPORT_TOO_LARGE],
  })
  get(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() query: ReturnQuery,
  ): Promise<ReturnView | StreamableFile> {
    return this.queries.execute(new GetReturn(institutionId, query));
  }

  @Get('credit-bureau')
  @Endpoint({
    summary: 'Export the loans of a month for a credit bureau',
    description:
      'One row for each loan that ran in the month of the date, as of the end of the date, with its borrower and the ' +
      'whole BVN. The audit log keeps each export.',
    access: staffAccess(returnsPermissions.exportCreditBureau),
    audited: { action: 'credit-bureau.export', subject: (parameter) => `date:${parameter('Date')}` },
    response: FileView,
    errors: [reportsErrors.DAY_NOT_CLOSED, commonErrors.EXPORT_TOO_LARGE],
  })
  creditBureau(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() query: CreditBureauQuery,
  ): Promise<StreamableFile> {
    return this.queries.execute(new ExportCreditBureau(institutionId, query));
  }
}
