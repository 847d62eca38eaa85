import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Institution } from '../../../institutions/institution.entity';
import { AccountDirectory } from '../../../ledger/chart/account-directory';
import { ledgerErrors } from '../../../ledger/ledger.errors';
import { readAccount } from '../../account-reader';
import { PersonNumbers } from '../../customers/person-numbers';
import { VirtualAccount } from '../virtual-account.entity';
import type { CloseVirtualAccountBody } from '../virtual-accounts.dto';

/** Closes a virtual account to credits. Money paid into it stays in the parent account; its history stays readable. */
export class CloseVirtualAccount extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CloseVirtualAccountBody,
  ) {
    super();
  }
}

@CommandHandler(CloseVirtualAccount)
export class CloseVirtualAccountHandler implements ICommandHandler<CloseVirtualAccount> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly directory: AccountDirectory,
    private readonly persons: PersonNumbers,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, body }: CloseVirtualAccount): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.close(tx, write, body));
  }

  private async close(
    tx: Tx,
    write: WriteRequest,
    { accountNumber, reason }: CloseVirtualAccountBody,
  ): Promise<Outcome> {
    const { institutionId } = write;
    const virtual = await tx.findOne(VirtualAccount, {
      where: { institutionId, accountNumber },
      lock: { mode: 'for_no_key_update' },
    });
    if (!virtual) throw ledgerErrors.ACCOUNT_NOT_FOUND(`There is no virtual account ${accountNumber}.`);
    if (virtual.status === 'Closed')
      throw ledgerErrors.ACCOUNT_CLOSED(`The virtual account ${accountNumber} is already closed.`);
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    const closureReason = reason.trim();
    await tx.update(
      VirtualAccount,
      { institutionId, id: virtual.id },
      { status: 'Closed', dateClosed: businessDate, closureReason },
    );
    await this.directory.closeVirtual(tx, institutionId, accountNumber);
    await this.audit.record(tx, write, {
      action: 'virtual-account.close',
      subject: `virtual-account:${accountNumber}`,
      details: { reason: closureReason },
    });
    const shown = this.persons.shown(write.seesIdentity === true);
    return Outcome.done(await readAccount(tx, institutionId, accountNumber, shown));
  }
}
