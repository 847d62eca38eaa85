import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { PostingPath } from '../../postings/postings.dto';
import { postingsPermissions } from '../../postings/postings.permissions';
import { GetPosting } from './get-posting';
import { PostingDetailView } from './postings-enquiry.dto';

@ApiTags('Postings')
@Controller('api/admin/v1/postings')
export class PostingsEnquiryController {
  constructor(private readonly queries: QueryBus) {}

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
