import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { LedgerAccounts } from '../../../ledger/chart/ledger-accounts';
import { DepositAccounts } from '../../deposit-accounts';
import { AccountStatusChanger } from '../account-status-changer';
import type { ChangeAccountStatusBody, FreezeAccountBody, UnfreezeAccountBody } from '../status.dto';
import type { AccountAction } from '../status-transitions';

/** Activates, deactivates, freezes or unfreezes an account, or opens an approval for it. */
export class ChangeAccountStatus extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly action: AccountAction,
    readonly body: ChangeAccountStatusBody & Partial<FreezeAccountBody & UnfreezeAccountBody>,
  ) {
    super();
  }
}

@CommandHandler(ChangeAccountStatus)
export class ChangeAccountStatusHandler implements ICommandHandler<ChangeAccountStatus> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly accounts: DepositAccounts,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly changer: AccountStatusChanger,
  ) {}

  async execute({ write, action, body }: ChangeAccountStatus): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, body, async (tx) => {
      const account = await this.accounts.require(tx, institutionId, body.accountNumber, 'change');
      const ledgerAccount = await this.ledgerAccounts.lock(tx, institutionId, account.id);
      const reason = body.reason?.trim() ?? null;
      const { freezeID, orderedBy } = body;
      return this.changer.request(tx, write, {
        ...{ account, ledgerAccount, action, reason },
        ...(freezeID !== undefined && { freezeID }),
        ...(orderedBy !== undefined && { orderedBy }),
      });
    });
  }
}
