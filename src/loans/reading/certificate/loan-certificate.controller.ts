import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../../../common/http/actor';
import { clientAccess, Endpoint } from '../../../common/http/endpoint.decorator';
import { loansErrors } from '../../loans.errors';
import { LoanCertificatePath, LoanCertificateQuery, LoanCertificateView } from './certificate.dto';
import { ViewLoanCertificate } from './queries/view-loan-certificate';

@Controller('api/loanaccount/v1')
@ApiTags('Loans')
export class LoanCertificateController {
  constructor(private readonly queries: QueryBus) {}

  @Get('view-certificate/:ID')
  @Endpoint({
    summary: 'Get the offer letter of a loan',
    description:
      'A PDF for the borrower to sign, with terms, schedule and conditions. Before disbursement it has the planned ' +
      'schedule. `isRestructure=true` returns the letter of the latest restructure.',
    access: clientAccess('loans:read'),
    response: LoanCertificateView,
    errors: [
      loansErrors.LOAN_NOT_FOUND,
      loansErrors.LOAN_NOT_RESTRUCTURED,
      loansErrors.LOAN_STATUS_REFUSED,
      loansErrors.LOAN_TERMS_REFUSED,
    ],
  })
  view(
    @CurrentClient() { institutionId }: ClientActor,
    @Param() { ID }: LoanCertificatePath,
    @Query() { isRestructure }: LoanCertificateQuery,
  ): Promise<LoanCertificateView> {
    return this.queries.execute(new ViewLoanCertificate(institutionId, Number(ID), isRestructure ?? false));
  }
}
