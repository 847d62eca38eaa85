import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Outcome } from '../../common/http/outcome';
import { RecoveryCollections } from '../recovery-collections';
import type { LoanBalanceUpdateBody } from '../recovery-webhooks.dto';

/** Posts a collection of the recovery partner, once for each of its references. */
export class RecordCollection extends Command<Outcome> {
  constructor(
    readonly by: AuditAuthor,
    readonly body: LoanBalanceUpdateBody,
  ) {
    super();
  }
}

@CommandHandler(RecordCollection)
export class RecordCollectionHandler implements ICommandHandler<RecordCollection> {
  constructor(private readonly collections: RecoveryCollections) {}

  /** @throws as `RecoveryCollections.book` does */
  execute({ by, body }: RecordCollection): Promise<Outcome> {
    return this.collections.book(by, body);
  }
}
