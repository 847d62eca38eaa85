import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Page } from '../../common/http/paging';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { loansPermissions } from '../../loans/loans.permissions';
import { reportsErrors } from '../reports.errors';
import {
  PortfolioAtRiskQuery,
  PortfolioAtRiskView,
  RollRatesQuery,
  RollRatesView,
  VintagesQuery,
  VintagesView,
} from './portfolio.dto';
import {
  LoanProvisionsQuery,
  LoanProvisionView,
  ProvisionMovementsQuery,
  ProvisionMovementsView,
} from './provisions.dto';
import { GetPortfolioAtRisk } from './queries/get-portfolio-at-risk';
import { GetProvisionMovements } from './queries/get-provision-movements';
import { GetRollRates } from './queries/get-roll-rates';
import { GetVintages } from './queries/get-vintages';
import { ListLoanProvisions } from './queries/list-loan-provisions';

const access = staffAccess(loansPermissions.viewLoans);

@Controller('api/admin/v1/portfolio')
@ApiTags('Loans')
export class PortfolioController {
  constructor(private readonly queries: QueryBus) {}

  @Get('provisions')
  @Endpoint({
    summary: 'List the provisions of loans as of a date',
    description: 'The position of every loan at the end of a closed date: class, stage, exposure and provisions.',
    access,
    audited: readOf('loan.list-provisions', { LoanAccountNumber: 'loan' }),
    response: LoanProvisionView,
    list: 'page',
    errors: [reportsErrors.DAY_NOT_CLOSED, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  provisions(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() filters: LoanProvisionsQuery,
  ): Promise<Page<LoanProvisionView>> {
    return this.queries.execute(new ListLoanProvisions(institutionId, filters));
  }

  @Get('provision-movements')
  @Endpoint({
    summary: 'Get the movement of the allowance for loan losses',
    description:
      'By class: opening, transfers between classes, new loans, increases, decreases, use by write-offs and closing, ' +
      'with the balance of the ledger by value date and the difference from it.',
    access,
    response: ProvisionMovementsView,
    errors: [reportsErrors.DAY_NOT_CLOSED],
  })
  movements(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() query: ProvisionMovementsQuery,
  ): Promise<ProvisionMovementsView> {
    return this.queries.execute(new GetProvisionMovements(institutionId, query));
  }

  @Get('at-risk')
  @Endpoint({
    summary: 'Get the portfolio at risk and its ageing',
    description:
      'Outstanding principal by days past due, as of a closed date, by product, branch, officer, agent or sector.',
    access,
    response: PortfolioAtRiskView,
    errors: [reportsErrors.DAY_NOT_CLOSED],
  })
  atRisk(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() query: PortfolioAtRiskQuery,
  ): Promise<PortfolioAtRiskView> {
    return this.queries.execute(new GetPortfolioAtRisk(institutionId, query));
  }

  @Get('roll-rates')
  @Endpoint({
    summary: 'Get the roll rates between two dates',
    description: 'For each band of days past due at the first closed date: where its principal is at the second.',
    access,
    response: RollRatesView,
    errors: [reportsErrors.DAY_NOT_CLOSED],
  })
  rollRates(@CurrentStaff() { institutionId }: StaffActor, @Query() query: RollRatesQuery): Promise<RollRatesView> {
    return this.queries.execute(new GetRollRates(institutionId, query));
  }

  @Get('vintages')
  @Endpoint({
    summary: 'Get the vintages of loans',
    description:
      'The loans of each of the last 24 months of disbursement at the end of every month since: outstanding, more than ' +
      '30 days past due, and written off.',
    access,
    response: VintagesView,
    errors: [reportsErrors.DAY_NOT_CLOSED],
  })
  vintages(@CurrentStaff() { institutionId }: StaffActor, @Query() query: VintagesQuery): Promise<VintagesView> {
    return this.queries.execute(new GetVintages(institutionId, query));
  }
}
