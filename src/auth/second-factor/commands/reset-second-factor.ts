import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../../institutions/changes/configuration-changes';
import { assertNotOwnRecord } from '../../../institutions/staff/own-record';
import { RESET_SECOND_FACTOR } from '../second-factor-changes';

/** Asks for the removal of a colleague's lost second factor. */
export class ResetSecondFactor extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staffID: string,
  ) {
    super();
  }
}

@CommandHandler(ResetSecondFactor)
export class ResetSecondFactorHandler implements ICommandHandler<ResetSecondFactor> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
  ) {}

  async execute({ write, staffID }: ResetSecondFactor): Promise<Outcome> {
    assertNotOwnRecord(write.actor, staffID);
    return this.writes.run(write, { staffID }, (tx) =>
      this.changes.ask(tx, write, { operation: RESET_SECOND_FACTOR, target: staffID, after: { secondFactor: null } }),
    );
  }
}
