import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../../institutions/changes/configuration-changes';
import type { UpdateLedgerBody } from '../gl-accounts.dto';
import { CHANGE_LEDGER } from '../ledger-changes';

/** Lets a ledger take no more fees, or asks that it takes them. */
export class UpdateGlAccount extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly code: string,
    readonly body: UpdateLedgerBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateGlAccount)
export class UpdateGlAccountHandler implements ICommandHandler<UpdateGlAccount> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
  ) {}

  /** @throws LEDGER_NOT_FOUND (404), VALIDATION_FAILED (400) for fees on a ledger that is no income */
  execute({ write, code, body }: UpdateGlAccount): Promise<Outcome> {
    return this.writes.run(write, { code, ...body }, (tx) =>
      this.changes.ask(tx, write, { operation: CHANGE_LEDGER, target: code, after: { ...body } }),
    );
  }
}
