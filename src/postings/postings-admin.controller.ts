import { Body, Controller, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { approvalAccepted } from './accepted-answers';
import { ReverseTransaction } from './commands/reverse-transaction';
import { PostingPath, ReversalView, ReversePostingBody } from './postings.dto';
import { postingsErrors } from './postings.errors';
import { postingsPermissions } from './postings.permissions';

@ApiTags('Postings')
@Controller('api/admin/v1/postings')
export class PostingsAdminController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':postingReferenceNumber/reverse')
  @Endpoint({
    summary: 'Reverse a posting',
    description:
      'Posts the mirror of a transfer or manual posting, whole and once. Always answers 202, because another member of ' +
      'staff must approve; no money moves before. Payments through providers, loans, deposits and cards reverse their ' +
      'own postings.',
    access: staffAccess(postingsPermissions.reversePostings),
    reference: 'required',
    stepUp: true,
    response: ReversalView,
    accepted: approvalAccepted,
    errors: [
      ledgerErrors.POSTING_NOT_FOUND,
      ledgerErrors.ALREADY_REVERSED,
      ledgerErrors.REVERSAL_NOT_ALLOWED,
      ledgerErrors.ACCOUNT_CLOSED,
      ledgerErrors.INSUFFICIENT_FUNDS,
      ledgerErrors.TRANSACTION_NOT_EXECUTED,
      postingsErrors.AMBIGUOUS_REFERENCE,
    ],
  })
  reverse(
    @Write() write: WriteRequest,
    @Param() { postingReferenceNumber }: PostingPath,
    @Body() { reason }: ReversePostingBody,
  ): Promise<Outcome> {
    const body = { referenceNumber: postingReferenceNumber, reason };
    return this.commands.execute(new ReverseTransaction(write, body, 'portal'));
  }
}
