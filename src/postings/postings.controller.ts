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
    description: 'AML screens the posting: a held posting answers 202 and no money moves.',
    access: clientAccess('postings:write'),
    reference: 'required',
    dryRun: true,
    response: PostingView,
    accepted: movementAccepted,
    errors: [
      ...accountStateErrors,
      ledgerErrors.CLIENT_LIMIT_EXCEEDED,
      ledgerErrors.AML_REFERENCE_REJECTED,
      ledgerErrors.TRANSACTION_NOT_EXECUTED,
      ledgerErrors.VALUE_DATE_NOT_ALLOWED,
      postingsErrors.POSTINGS_TRANSACTION_TYPE_MISMATCH,
    ],
  })
  postTransaction(@Write() write: WriteRequest, @Body() body: PostTransactionBody): Promise<Outcome> {
    return this.commands.execute(new PostTransaction(write, body));
  }

  @Post('post')
  @Endpoint({
    summary: 'Post 2 to 500 balanced legs as one transaction',
    description:
      "AML screens the sum of each account's legs on each side: a held posting answers 202 and no money moves.",
    access: clientAccess('postings:write'),
    reference: 'required',
    dryRun: true,
    response: PostingView,
    accepted: movementAccepted,
    errors: [
      ...accountStateErrors,
      ledgerErrors.CLIENT_LIMIT_EXCEEDED,
      ledgerErrors.AML_REFERENCE_REJECTED,
      ledgerErrors.TRANSACTION_NOT_EXECUTED,
      ledgerErrors.UNBALANCED_POSTING,
      ledgerErrors.VALUE_DATE_NOT_ALLOWED,
    ],
  })
  post(@Write() write: WriteRequest, @Body() body: PostBody): Promise<Outcome> {
    return this.commands.execute(new PostEntries(write, body));
  }

  @Post('reversetransaction')
  @Endpoint({
    summary: 'Reverse a transaction in full, fees included',
    description:
      'Reverses transactions of localfundtransfer, local fundstransfer, posttransaction, post and posting groups. ' +
      'Money for an account that is closed goes to the ledger of unclaimed funds.',
    access: clientAccess('postings:write'),
    reference: 'required',
    dryRun: true,
    response: ReversalView,
    accepted: approvalAccepted,
    errors: [
      ...accountStateErrors,
      ledgerErrors.CLIENT_LIMIT_EXCEEDED,
      ledgerErrors.POSTING_NOT_FOUND,
      ledgerErrors.REVERSAL_NOT_ALLOWED,
      ledgerErrors.ALREADY_REVERSED,
      ledgerErrors.TRANSACTION_NOT_EXECUTED,
      postingsErrors.AMBIGUOUS_REFERENCE,
    ],
  })
  reverseTransaction(@Write() write: WriteRequest, @Body() body: ReverseTransactionBody): Promise<Outcome> {
    return this.commands.execute(new ReverseTransaction(write, body));
  }
}
