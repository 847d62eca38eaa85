import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../../common/database/id-allocator';
import { insertRows } from '../../../common/database/insert-rows';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { formatNaira, koboToNaira } from '../../../common/money/naira';
import { Clock } from '../../../common/time/clock';
import { Institution } from '../../../institutions/institution.entity';
import { LedgerAccounts } from '../../../ledger/chart/ledger-accounts';
import { availableBalanceKobo, ledgerBalanceKobo } from '../../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../../ledger/ledger.errors';
import { CURRENCY } from '../../account-record';
import { accountsErrors } from '../../accounts.errors';
import { DepositAccount } from '../../deposit-account.entity';
import { DepositAccounts } from '../../deposit-accounts';
import { statusChangeRow } from '../../status/status-change-row';
import { VirtualAccount } from '../../virtual-accounts/virtual-account.entity';
import type { CloseAccountBody } from '../closure.dto';
import { ClosureBlockers } from '../closure-blockers';
import { ClosureFollowUps } from '../closure-follow-ups';

/** Closes an account that is empty and without unfinished business (`docs/api/accounts.md#closure`). */
export class CloseAccount extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CloseAccountBody,
  ) {
    super();
  }
}

@CommandHandler(CloseAccount)
export class CloseAccountHandler implements ICommandHandler<CloseAccount> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly accounts: DepositAccounts,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly blockers: ClosureBlockers,
    private readonly followUps: ClosureFollowUps,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: CloseAccount): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.close(tx, write, body));
  }

  private async close(
    tx: Tx,
    { institutionId, actor }: WriteRequest,
    { accountNumber, closureReason }: CloseAccountBody,
  ): Promise<Outcome> {
    // The first lock blocks the opening of virtual accounts, the second one blocks postings.
    const account = await this.accounts.require(tx, institutionId, accountNumber, 'change');
    const ledgerAccount = await this.ledgerAccounts.lock(tx, institutionId, account.id);
    assertSettled(ledgerAccount);
    await this.assertNothingOpen(tx, institutionId, account);
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    await tx.update(
      DepositAccount,
      { institutionId, id: account.id },
      { dateClosed: businessDate, closureReason: closureReason.trim() },
    );
    const fromStatus = ledgerAccount.status;
    await this.ledgerAccounts.setStatus(tx, ledgerAccount, 'Closed');
    const change = {
      fromStatus,
      toStatus: ledgerAccount.status,
      reason: closureReason.trim(),
      actor,
      checker: null,
      at: this.clock.institutionNow(institutionId),
    };
    await insertRows(tx, [
      statusChangeRow({ institutionId, id: await this.ids.next(), accountId: account.id, accountNumber, ...change }),
    ]);
    await this.followUps.run(tx, institutionId, account);
    return Outcome.done({
      accountNumber,
      accountName: account.accountName,
      availableBalance: koboToNaira(availableBalanceKobo(ledgerAccount)),
      ledgerBalance: koboToNaira(ledgerBalanceKobo(ledgerAccount)),
      currency: CURRENCY,
      accountStatus: ledgerAccount.status,
      dateClosed: businessDate,
      closureReason: closureReason.trim(),
    });
  }

  private async assertNothingOpen(tx: Tx, institutionId: number, account: DepositAccount): Promise<void> {
    const virtual = await tx.findOneBy(VirtualAccount, {
      institutionId,
      settlementAccountId: account.id,
      status: 'Active',
    });
    if (virtual) throw accountsErrors.ACCOUNT_HAS_VIRTUAL_ACCOUNTS();
    const blocked = await this.blockers.firstReason(tx, institutionId, account);
    if (blocked) throw accountsErrors.ACCOUNT_CLOSURE_BLOCKED(blocked.reason, { blockedBy: blocked.name });
  }
}

/**
 * @throws ACCOUNT_CLOSED, ACCOUNT_FROZEN (409)
 * @throws ACCOUNT_BALANCE_NOT_ZERO, ACCOUNT_HAS_LIEN, ACCOUNT_HAS_OVERDRAFT (422)
 */
function assertSettled(account: LedgerAccount): void {
  if (account.status === 'Closed') throw ledgerErrors.ACCOUNT_CLOSED();
  // Only staff may end a freeze, and a closure would end it.
  if (account.status === 'Frozen')
    throw ledgerErrors.ACCOUNT_FROZEN('The account is frozen; unfreeze it before you close it.');
  const balanceKobo = ledgerBalanceKobo(account);
  if (balanceKobo !== 0n) {
    throw accountsErrors.ACCOUNT_BALANCE_NOT_ZERO(
      `The balance is ${formatNaira(balanceKobo)}; it must be zero before the account is closed.`,
      {
        ledgerBalance: koboToNaira(balanceKobo),
      },
    );
  }
  if (account.lienedKobo !== 0n)
    throw accountsErrors.ACCOUNT_HAS_LIEN(undefined, { lienAmount: koboToNaira(account.lienedKobo) });
  if (account.overdraftLimitKobo !== 0n)
    throw accountsErrors.ACCOUNT_HAS_OVERDRAFT(undefined, { overdraftLimit: koboToNaira(account.overdraftLimitKobo) });
}
