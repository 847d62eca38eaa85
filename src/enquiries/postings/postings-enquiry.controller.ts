import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Page } from '../../common/http/paging';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { PostingPath } from '../../postings/postings.dto';
import { postingsPermissions } from '../../postings/postings.permissions';
import { GetPosting } from './get-posting';
import { ListPostings } from './list-postings';
import { ListPostingsQuery, PostingRowView } from './list-postings.dto';
import { PostingDetailView } from './postings-enquiry.dto';

@ApiTags('Postings')
@Controller('api/admin/v1/postings')
export class PostingsEnquiryController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List postings',
    description:
      'Postings that moved money, the newest first unless `Direction` is `Asc`; by `Reference` also those that wait, ' +
      'were declined or failed.',
    access: staffAccess(postingsPermissions.viewPostings),
    audited: readOf('posting.list', { AccountNumber: 'account' }),
    response: PostingRowView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() query: ListPostingsQuery): Promise<Page<PostingRowView>> {
    return this.queries.execute(new ListPostings(staff.institutionId, query));
  }

  @Get(':postingReferenceNumber')
  @Endpoint({
    summary: 'Get a posting with its entries',
    description: 'Also postings that wait, were declined or failed; they have no entries.',
    access: staffAccess(postingsPermissions.viewPostings),
    audited: readOf('posting.view', { postingReferenceNumber: 'posting' }),
    response: PostingDetailView,
    errors: [ledgerErrors.POSTING_NOT_FOUND],
  })
  get(@CurrentStaff() staff: StaffActor, @Param() { postingReferenceNumber }: PostingPath): Promise<PostingDetailView> {
    return this.queries.execute(new GetPosting(staff.institutionId, postingReferenceNumber));
  }
}
