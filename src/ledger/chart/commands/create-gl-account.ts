import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../../institutions/changes/configuration-changes';
import type { CreateLedgerBody } from '../gl-accounts.dto';
import { CHANGE_LEDGER } from '../ledger-changes';

/** Adds a ledger to the chart of accounts, or asks for one that takes fees. */
export class CreateGlAccount extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateLedgerBody,
  ) {
    super();
  }
}

@CommandHandler(CreateGlAccount)
export class CreateGlAccountHandler implements ICommandHandler<CreateGlAccount> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
  ) {}

  /** @throws VALIDATION_FAILED (400), LEDGER_CODE_TAKEN (409) */
  execute({ write, body }: CreateGlAccount): Promise<Outcome> {
    const after = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));
    return this.writes.run(write, body, (tx) =>
      this.changes.ask(tx, write, { operation: CHANGE_LEDGER, target: body.code, after, isNew: true }),
    );
  }
}
