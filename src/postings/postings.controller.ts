import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { approvalAccepted, movementAccepted } from './accepted-answers';
import { PostEntries } from './commands/post-entries';
import { PostTransaction } from './commands/post-transaction';
import { ReverseTransaction } from './commands/reverse-transaction';
import { accountStateErrors } from './movement-errors';
import { PostBody, PostingView, PostTransactionBody, ReversalView, ReverseTransactionBody } from './postings.dto';
import { postingsErrors } from './postings.errors';

@ApiTags('Postings')
@Controller('api/postings/v1')
export class PostingsController {
  constructor(private readonly commands: CommandBus) {}

  @Post('posttransaction')
  @Endpoint({
    summary: 'Post one debit and one credit',
    description: 'Screened by AML: a held posting answers 202 and moves nothing.',
    access: clientAccess,
    reference: 'required',
    response: PostingView,
    accepted: movementAccepted,
    errors: [
      ...accountStateErrors,
      ledgerErrors.AML_REFERENCE_REJECTED,
      ledgerErrors.VALUE_DATE_NOT_ALLOWED,
      postingsErrors.POSTINGS_TRANSACTION_TYPE_MISMATCH,
    ],
  })
  postTransaction(@Write() write: WriteRequest, @Body() body: PostTransactionBody): Promise<Outcome> {
    return this.commands.execute(new PostTransaction(write, body));
  }

  @Post('post')
  @Endpoint({
    summary: 'Post 2 to 500 balanced legs together or not at all',
    description:
      "Screened by AML with the sum of each account's legs per side: a held posting answers 202 and moves nothing.",
    access: clientAccess,
    reference: 'required',
    response: PostingView,
    accepted: movementAccepted,
    errors: [
      ...accountStateErrors,
      ledgerErrors.AML_REFERENCE_REJECTED,
      ledgerErrors.UNBALANCED_POSTING,
      ledgerErrors.VALUE_DATE_NOT_ALLOWED,
    ],
  })
  post(@Write() write: WriteRequest, @Body() body: PostBody): Promise<Outcome> {
    return this.commands.execute(new PostEntries(write, body));
  }

  @Post('reversetransaction')
  @Endpoint({
    summary: 'Undo a transaction, once and whole, fees included',
    description:
      'Only transactions of localfundtransfer, a local fundstransfer, posttransaction, post and posting groups. What a closed account would get back goes to the ledger of unclaimed funds.',
    access: clientAccess,
    reference: 'required',
    response: ReversalView,
    accepted: approvalAccepted,
    errors: [
      ...accountStateErrors,
      ledgerErrors.POSTING_NOT_FOUND,
      ledgerErrors.REVERSAL_NOT_ALLOWED,
      ledgerErrors.ALREADY_REVERSED,
      postingsErrors.AMBIGUOUS_REFERENCE,
    ],
  })
  reverseTransaction(@Write() write: WriteRequest, @Body() body: ReverseTransactionBody): Promise<Outcome> {
    return this.commands.execute(new ReverseTransaction(write, body));
  }
}
