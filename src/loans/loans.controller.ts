import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { agentsErrors } from '../agents/agents.errors';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { ReceivedFiles } from '../documents/received-files';
import { BodyFiles, BodyWithDocuments } from '../documents/upload/body-with-documents';
import { institutionsErrors } from '../institutions/institutions.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { metadataErrors } from '../metadata/metadata.errors';
import { productsErrors } from '../products/products.errors';
import { DisburseLoan } from './disbursement/commands/disburse-loan';
import { DISBURSEMENT_ERRORS, LOAN_REQUEST_ERRORS } from './loan-endpoints';
import { AddLoanBody, DisburseLoanBody, UpdateLoanBody } from './loans.dto';
import { loansErrors } from './loans.errors';
import { AddLoan } from './origination/commands/add-loan';
import { UpdateLoan } from './origination/commands/update-loan';
import { LoanScheduleQuery, SearchLoansQuery } from './reading/loan-queries.dto';
import { LoanRecordView } from './reading/loan-record.dto';
import { LoanScheduleView } from './reading/loan-schedule.dto';
import { AddedLoanView, DisbursedLoanView } from './reading/loan-views.dto';
import { SearchLoans } from './reading/queries/search-loans';
import { ViewLoanSchedule } from './reading/queries/view-loan-schedule';

const WAITING = { approvalId: 20014, id: 20500, loanAccountNumber: '0000010302' };

@Controller('api/loanaccount/v1')
@ApiTags('Loans')
export class LoansController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('add')
  @BodyWithDocuments()
  @Endpoint({
    summary: 'Create a loan',
    description:
      'Fields that are left out default to the terms of the product; later changes of the product do not change the ' +
      'loan. Staff must approve the loan before it can be disbursed, unless the institution lets API clients bypass ' +
      'approvals. `accountID`, `productID` and `accountOfficerID` may be sent with `linkedNumber`, `productCode` and ' +
      '`accountOfficerCode` and must then agree with them.',
    access: clientAccess('loans:write'),
    reference: 'honoured',
    response: AddedLoanView,
    accepted: [
      {
        code: 'PENDING_APPROVAL',
        description: 'The loan is waiting for approval by staff.',
        example: { ...WAITING, loanStatus: 'PendingApproval' },
      },
    ],
    errors: [...LOAN_REQUEST_ERRORS, loansErrors.LOAN_CUSTOMER_MISMATCH],
  })
  add(@Write() write: WriteRequest, @Body() body: AddLoanBody, @BodyFiles() files: ReceivedFiles): Promise<Outcome> {
    return this.commands.execute(new AddLoan(write, body, files));
  }

  @Post('disburseloan')
  @Endpoint({
    summary: 'Disburse an approved loan',
    description:
      'Pays the principal out on the business date, to the linked account or to a ledger that the product allows; ' +
      'the schedule counts from that date. Upfront interest and a fee at disbursement are deducted from the ' +
      'proceeds; the security deposit and an upfront fee must be on the linked account before.',
    access: clientAccess('loans:write'),
    reference: 'required',
    dryRun: true,
    response: DisbursedLoanView,
    accepted: [
      {
        code: 'PENDING_APPROVAL',
        description: 'The disbursement is waiting for approval by staff; nothing has been paid out.',
        example: { ...WAITING, loanStatus: 'Approved' },
      },
    ],
    errors: [
      loansErrors.LOAN_NOT_FOUND,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      loansErrors.LOAN_IN_GROUP,
      loansErrors.LOAN_LEDGER_REFUSED,
      ...DISBURSEMENT_ERRORS,
    ],
  })
  disburse(@Write() write: WriteRequest, @Body() body: DisburseLoanBody): Promise<Outcome> {
    return this.commands.execute(new DisburseLoan(write, body));
  }

  @Put('update')
  @Endpoint({
    summary: 'Update a loan',
    description:
      'Account officer, agent and notes can change until the loan has ended; all other fields only before ' +
      'disbursement. New terms need approval again, and a pending approval of the old terms is canceled. Fields that ' +
      'are left out keep their values, even if the product has changed since.',
    access: clientAccess('loans:write'),
    reference: 'honoured',
    response: LoanRecordView,
    accepted: [
      {
        code: 'PENDING_APPROVAL',
        description: 'The new terms are waiting for approval by staff.',
        example: { ...WAITING, loanStatus: 'PendingApproval' },
      },
    ],
    errors: [
      loansErrors.LOAN_NOT_FOUND,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      loansErrors.LOAN_STATUS_REFUSED,
      loansErrors.LOAN_PENDING_APPROVAL,
      loansErrors.LOAN_IN_GROUP,
      loansErrors.LOAN_TERMS_REFUSED,
      loansErrors.LOAN_GUARANTOR_REFUSED,
      loansErrors.CREDIT_LIMIT_EXCEEDED,
      loansErrors.LOAN_LEDGER_REFUSED,
      agentsErrors.AGENT_NOT_ACTIVE,
      institutionsErrors.ACCOUNT_OFFICER_NOT_FOUND,
      institutionsErrors.ACCOUNT_OFFICER_INACTIVE,
      productsErrors.PRODUCT_RATE_NOT_FOUND,
      productsErrors.PRODUCT_FEE_NOT_FOUND,
      metadataErrors.RECORD_UNDER_LEGAL_HOLD,
    ],
  })
  update(@Write() write: WriteRequest, @Body() body: UpdateLoanBody): Promise<Outcome> {
    return this.commands.execute(new UpdateLoan(write, body));
  }

  @Get('search')
  @Endpoint({
    summary: 'Search loans',
    description: 'Latest first. A search by `StartDate` or `EndDate` alone is ordered by start date.',
    access: clientAccess('loans:read'),
    response: LoanRecordView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  search(
    @CurrentClient() { institutionId }: ClientActor,
    @Query() filters: SearchLoansQuery,
  ): Promise<Page<LoanRecordView>> {
    return this.queries.execute(new SearchLoans(institutionId, filters));
  }

  @Get('viewloanschedule')
  @Endpoint({
    summary: 'Get the repayment schedule of a loan',
    description:
      'Includes the amounts paid of each instalment. Before disbursement it is the planned schedule for a ' +
      'disbursement on the start date or today, whichever is later.',
    access: clientAccess('loans:read'),
    response: LoanScheduleView,
    errors: [loansErrors.LOAN_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED, loansErrors.LOAN_TERMS_REFUSED],
  })
  schedule(
    @CurrentClient() { institutionId }: ClientActor,
    @Query() { LoanAccountNumber, PayoffDate }: LoanScheduleQuery,
  ): Promise<LoanScheduleView> {
    return this.queries.execute(
      new ViewLoanSchedule(institutionId, { loanAccountNumber: LoanAccountNumber }, PayoffDate),
    );
  }
}
