import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { changeOf } from '../../../common/audit/change-of';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import { validationFailed } from '../../../common/http/validation.pipe';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { koboToNaira, nairaToKobo } from '../../../common/money/naira';
import { type LedgerAccountFacts, LedgerAccounts } from '../../../ledger/chart/ledger-accounts';
import type { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../../ledger/ledger.errors';
import { DepositAccounts } from '../../deposit-accounts';
import { accountLimitView } from '../account-limit-view';
import type { UpdateAccountLimitBody } from '../limits.dto';
import { readLimitDay } from '../read-limit-day';

/** Sets, changes or removes the transfer limits of an account. They apply from the next posting on. */
export class UpdateAccountLimit extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: UpdateAccountLimitBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateAccountLimit)
export class UpdateAccountLimitHandler implements ICommandHandler<UpdateAccountLimit> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly accounts: DepositAccounts,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly audit: AuditLog,
  ) {}

  /** @throws VALIDATION_FAILED (400) without a limit, ACCOUNT_NOT_FOUND (404), ACCOUNT_CLOSED (409) */
  async execute({ write, body }: UpdateAccountLimit): Promise<Outcome> {
    if (body.userSingleTransactionLimit === undefined && body.userDailyTransactionLimit === undefined)
      throw validationFailed([
        {
          field: 'userSingleTransactionLimit',
          message: 'or userDailyTransactionLimit is required; null removes a limit',
        },
      ]);
    return this.writes.run(write, body, (tx) => this.update(tx, write, body));
  }

  private async update(
    tx: Tx,
    write: WriteRequest,
    { accountNumber, ...wanted }: UpdateAccountLimitBody,
  ): Promise<Outcome> {
    const { institutionId } = write;
    const { id } = await this.accounts.require(tx, institutionId, accountNumber);
    const account = await this.ledgerAccounts.lock(tx, institutionId, id);
    if (account.status === 'Closed') throw ledgerErrors.ACCOUNT_CLOSED();
    const before = limitsOf(account);
    await this.ledgerAccounts.change(tx, account, limitsFrom(wanted));
    await this.audit.record(tx, write, {
      action: 'account.set-limits',
      subject: `account:${accountNumber}`,
      details: changeOf(before, limitsOf(account)),
    });
    return Outcome.done(accountLimitView(account, await readLimitDay(tx, institutionId)));
  }
}

/** The account's own limits in Naira; null where it has none. */
function limitsOf({ singleLimitKobo, dailyLimitKobo }: LedgerAccount): object {
  return {
    userSingleTransactionLimit: singleLimitKobo === null ? null : koboToNaira(singleLimitKobo),
    userDailyTransactionLimit: dailyLimitKobo === null ? null : koboToNaira(dailyLimitKobo),
  };
}

/** The limits that the request sends; null removes one. */
function limitsFrom({
  userSingleTransactionLimit: single,
  userDailyTransactionLimit: daily,
}: Omit<UpdateAccountLimitBody, 'accountNumber'>): Partial<LedgerAccountFacts> {
  return {
    ...(single === undefined ? {} : { singleLimitKobo: nairaToKobo(single) ?? null }),
    ...(daily === undefined ? {} : { dailyLimitKobo: nairaToKobo(daily) ?? null }),
  };
}
