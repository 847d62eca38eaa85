import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { formatNaira } from '../../common/money/naira';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { ledgerBalanceKobo } from '../../ledger/engine/available-balance';
import { operationsErrors } from '../operations.errors';
import { Till, type TillStatus } from '../till.entity';
import { Tills } from '../tills';

/** Deactivates an empty till, or activates one. An inactive till takes no postings. */
export class SetTillStatus extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly tillId: number,
    readonly status: TillStatus,
  ) {
    super();
  }
}

@CommandHandler(SetTillStatus)
export class SetTillStatusHandler implements ICommandHandler<SetTillStatus> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly tills: Tills,
    private readonly accounts: LedgerAccounts,
    private readonly audit: AuditLog,
  ) {}

  /** @throws TILL_NOT_FOUND (404), TILL_NOT_EMPTY, TELLER_INACTIVE (422), TELLER_HAS_TILL (409) */
  async execute({ write, tillId, status }: SetTillStatus): Promise<Outcome> {
    return this.writes.run(write, { tillId, status }, async (tx) => {
      const till = await this.tills.lock(tx, write.institutionId, tillId);
      if (till.status !== status) await this.change(tx, write, till, status);
      return Outcome.done(await this.tills.view(tx, { ...till, status }));
    });
  }

  private async change(
    tx: Tx,
    write: WriteRequest,
    { institutionId, id, accountNumber, tellerStaffID, status: before }: Till,
    status: TillStatus,
  ): Promise<void> {
    if (status === 'Active') await this.tills.requireTeller(tx, institutionId, tellerStaffID);
    await refusingDuplicates(tx.update(Till, { institutionId, id }, { status }), {
      uq_till_active_teller: operationsErrors.TELLER_HAS_TILL,
    });
    // Under the lock no posting can put cash into the till that is being deactivated.
    const account = await this.accounts.lock(tx, institutionId, id);
    const balanceKobo = ledgerBalanceKobo(account);
    if (status === 'Inactive' && balanceKobo !== 0n)
      throw operationsErrors.TILL_NOT_EMPTY(`The till holds ${formatNaira(balanceKobo)}; move it to the vault first.`);
    await this.accounts.setStatus(tx, account, status);
    await this.audit.record(tx, write, {
      action: status === 'Active' ? 'till.activate' : 'till.deactivate',
      subject: `till:${accountNumber}`,
      details: changeOf({ status: before }, { status }),
    });
  }
}
