import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../../common/http/actor';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ReceivedFiles } from '../../documents/received-files';
import { BodyFiles, BodyWithDocuments } from '../../documents/upload/body-with-documents';
import { DISBURSEMENT_ERRORS, LOAN_REQUEST_ERRORS } from '../loan-endpoints';
import { loansErrors } from '../loans.errors';
import { AddGroupLoan } from './commands/add-group-loan';
import { DisburseGroupLoan } from './commands/disburse-group-loan';
import { AddedGroupLoanView, DisbursedGroupLoanView, GroupLoanView } from './group-loan-views.dto';
import { AddGroupLoanBody, DisburseGroupLoanBody, SearchGroupLoansQuery } from './group-loans.dto';
import { SearchGroupLoans } from './queries/search-group-loans';

const WAITING = { approvalId: 20014, id: 20700, groupLoanID: 20700 };

@Controller('api/loanaccount/v1')
@ApiTags('Group loans')
export class GroupLoansController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('addgrouploan')
  @BodyWithDocuments()
  @Endpoint({
    summary: 'Create a group loan',
    description:
      'Creates a loan for each participant, all or none; one approval covers all of them. `loanRequest.accountID` is ' +
      'the deposit account of the participant. Fields that are left out default to the terms of the product: that of ' +
      'the group, unless `loanRequest.productID` names another. `participant` in an error counts from 1.',
    access: clientAccess('loans:write'),
    reference: 'honoured',
    response: AddedGroupLoanView,
    accepted: [
      {
        code: 'PENDING_APPROVAL',
        description: 'The group loan is waiting for approval by staff.',
        example: { ...WAITING, groupLoanStatus: 'PendingApproval' },
      },
    ],
    errors: [...LOAN_REQUEST_ERRORS, loansErrors.GROUP_LOAN_PARTICIPANT_REPEATED],
  })
  add(
    @Write() write: WriteRequest,
    @Body() body: AddGroupLoanBody,
    @BodyFiles() files: ReceivedFiles,
  ): Promise<Outcome> {
    return this.commands.execute(new AddGroupLoan(write, body, files));
  }

  @Post('disbursegrouploan')
  @Endpoint({
    summary: 'Disburse an approved group loan',
    description: 'Pays out to all participants in one posting, or to none. Canceled loans are left out.',
    access: clientAccess('loans:write'),
    reference: 'required',
    dryRun: true,
    response: DisbursedGroupLoanView,
    accepted: [
      {
        code: 'PENDING_APPROVAL',
        description: 'The disbursement is waiting for approval by staff; nothing has been paid out.',
        example: { ...WAITING, groupLoanStatus: 'Approved' },
      },
    ],
    errors: [loansErrors.GROUP_LOAN_NOT_FOUND, ...DISBURSEMENT_ERRORS],
  })
  disburse(@Write() write: WriteRequest, @Body() body: DisburseGroupLoanBody): Promise<Outcome> {
    return this.commands.execute(new DisburseGroupLoan(write, body));
  }

  @Get('searchgrouploan')
  @Endpoint({
    summary: 'Search group loans',
    access: clientAccess('loans:read'),
    response: GroupLoanView,
    list: 'page',
  })
  search(
    @CurrentClient() { institutionId }: ClientActor,
    @Query() filters: SearchGroupLoansQuery,
  ): Promise<Page<GroupLoanView>> {
    return this.queries.execute(new SearchGroupLoans(institutionId, filters));
  }
}
