import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../../institutions/changes/configuration-changes';
import { REMOVE_LEGAL_HOLD } from '../legal-hold-changes';

/** Asks to remove a customer's legal hold; a second person decides. */
export class RemoveLegalHold extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly customerID: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveLegalHold)
export class RemoveLegalHoldHandler implements ICommandHandler<RemoveLegalHold> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
  ) {}

  /** @throws LEGAL_HOLD_NOT_FOUND (404) */
  async execute({ write, customerID, reason }: RemoveLegalHold): Promise<Outcome> {
    const after = { hold: null, removalReason: reason };
    return this.writes.run(write, { customerID, reason }, (tx) =>
      this.changes.ask(tx, write, { operation: REMOVE_LEGAL_HOLD, target: customerID, after }),
    );
  }
}
