import { Body, Controller, Param, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { LoanPath } from '../loans.dto';
import { loansErrors } from '../loans.errors';
import { loansPermissions } from '../loans.permissions';
import { RestructurePreviewView, WriteOffPreviewView } from './loan-previews.dto';
import { PreviewRestructure } from './queries/preview-restructure';
import { PreviewWriteOff } from './queries/preview-write-off';
import { RestructureBody } from './servicing.dto';

const ERRORS = [loansErrors.LOAN_NOT_FOUND, loansErrors.LOAN_STATUS_REFUSED];

/** Previews change nothing, so they need no more than the right to see loans. */
@Controller('api/admin/v1/loans')
@ApiTags('Loans')
export class LoanPreviewsController {
  constructor(private readonly queries: QueryBus) {}

  @Post(':id/restructure/preview')
  @Endpoint({
    summary: 'Preview the restructure of a loan',
    description:
      'The schedule and the posting as they would be if the restructure were approved today. Nothing is changed.',
    access: staffAccess(loansPermissions.viewLoans),
    response: RestructurePreviewView,
    errors: [...ERRORS, loansErrors.LOAN_TERMS_REFUSED, loansErrors.LOAN_CHARGES_NOT_CONFIGURED],
  })
  restructure(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { id }: LoanPath,
    @Body() body: RestructureBody,
  ): Promise<RestructurePreviewView> {
    return this.queries.execute(new PreviewRestructure(institutionId, Number(id), body));
  }

  @Post(':id/write-off/preview')
  @Endpoint({
    summary: 'Preview the write-off of a loan',
    description: 'The loss and the posting as they would be if the write-off were approved today. Nothing is changed.',
    access: staffAccess(loansPermissions.viewLoans),
    response: WriteOffPreviewView,
    errors: [...ERRORS, loansErrors.LOAN_CHARGES_NOT_CONFIGURED],
  })
  writeOff(@CurrentStaff() { institutionId }: StaffActor, @Param() { id }: LoanPath): Promise<WriteOffPreviewView> {
    return this.queries.execute(new PreviewWriteOff(institutionId, Number(id)));
  }
}
