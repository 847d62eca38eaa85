import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { LedgerAccounts } from '../../../ledger/chart/ledger-accounts';
import type { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../../ledger/ledger.errors';
import { readDeposit } from '../../account-reader';
import { DepositAccount } from '../../deposit-account.entity';
import { DepositAccounts } from '../../deposit-accounts';
import { AccountStatusChanger } from '../../status/account-status-changer';
import { TierCeilings } from '../../tier-ceilings';
import { type AccountChanges, AccountChangesReader } from '../account-changes-reader';
import type { UpdateCustomerAccountBody, WantedStatus } from '../account-update.dto';

/** Updates an account's details and status (`docs/api/accounts.md#account-updates`). */
export class UpdateCustomerAccount extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: UpdateCustomerAccountBody,
  ) {
    super();
  }
}

const ACTION_FOR_STATUS = { Active: 'activate', Inactive: 'deactivate' } as const satisfies Record<
  WantedStatus,
  string
>;

@CommandHandler(UpdateCustomerAccount)
export class UpdateCustomerAccountHandler implements ICommandHandler<UpdateCustomerAccount> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly accounts: DepositAccounts,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly changes: AccountChangesReader,
    private readonly ceilings: TierCeilings,
    private readonly statuses: AccountStatusChanger,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, body }: UpdateCustomerAccount): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.update(tx, write, body));
  }

  private async update(tx: Tx, write: WriteRequest, body: UpdateCustomerAccountBody): Promise<Outcome> {
    const { institutionId } = write;
    const account = await this.accounts.requireById(tx, institutionId, body.id, 'change');
    const tierForBooks = await this.tierForBooks(tx, account, body);
    const ledgerAccount = await this.ledgerAccounts.lock(tx, institutionId, account.id);
    if (ledgerAccount.status === 'Closed') throw ledgerErrors.ACCOUNT_CLOSED();
    const changes = await this.changes.read(tx, account, { bookedTier: ledgerAccount.kycTier, tierForBooks }, body);
    await this.changeDetails(tx, write, account, ledgerAccount, changes);
    const statusOutcome = await this.changeStatus(tx, write, account, ledgerAccount, body.accountStatus);
    // When the status waits for approval, that is the answer; the other changes have been made.
    return statusOutcome?.httpStatus === 202
      ? statusOutcome
      : Outcome.done(await readDeposit(tx, institutionId, account.accountNumber));
  }

  /** The tier in the books for the tier that the request wants; read before the ledger account is locked. */
  private async tierForBooks(
    tx: Tx,
    { institutionId, customerId, kycTier }: DepositAccount,
    { kycTier: sent }: UpdateCustomerAccountBody,
  ): Promise<number> {
    const wanted = sent ?? kycTier;
    return wanted === kycTier ? wanted : this.ceilings.bookedTier(tx, institutionId, customerId, wanted);
  }

  private async changeDetails(
    tx: Tx,
    write: WriteRequest,
    account: DepositAccount,
    ledgerAccount: LedgerAccount,
    { deposit, ledger, audited }: AccountChanges,
  ): Promise<void> {
    if (Object.keys(deposit).length === 0) return;
    await tx.update(DepositAccount, { institutionId: account.institutionId, id: account.id }, deposit);
    Object.assign(account, deposit);
    await this.ledgerAccounts.change(tx, ledgerAccount, ledger);
    await this.audit.record(tx, write, {
      action: 'account.update',
      subject: `account:${account.accountNumber}`,
      details: {
        before: valuesOf(audited, 'from'),
        after: valuesOf(audited, 'to'),
      },
    });
  }

  private async changeStatus(
    tx: Tx,
    write: WriteRequest,
    account: DepositAccount,
    ledgerAccount: LedgerAccount,
    wanted: WantedStatus | null | undefined,
  ): Promise<Outcome | undefined> {
    if (wanted === undefined || wanted === null || wanted === ledgerAccount.status) return undefined;
    return this.statuses.request(tx, write, {
      account,
      ledgerAccount,
      action: ACTION_FOR_STATUS[wanted],
      reason: null,
    });
  }
}

/** The values of the changed fields before or after the change. */
function valuesOf(changes: AccountChanges['audited'], side: 'from' | 'to'): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]]));
}
