import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Outcome } from '../../common/http/outcome';
import { assertVersion } from '../../common/http/versions';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { GlAccounts } from '../../ledger/chart/gl-accounts';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { operationsErrors } from '../operations.errors';
import { Till } from '../till.entity';
import { Tills } from '../tills';
import type { UpdateTillBody } from '../tills.dto';

/** Replaces the details of a till; its account number stays. */
export class UpdateTill extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly tillId: number,
    readonly body: UpdateTillBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateTill)
export class UpdateTillHandler implements ICommandHandler<UpdateTill> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly tills: Tills,
    private readonly accounts: LedgerAccounts,
    private readonly ledgers: GlAccounts,
    private readonly audit: AuditLog,
  ) {}

  /** @throws TILL_NOT_FOUND (404), the errors of `Tills.resolveTerms`, TELLER_HAS_TILL (409) */
  async execute({ write, tillId, body }: UpdateTill): Promise<Outcome> {
    return this.writes.run(write, { tillId, ...body }, (tx) => this.update(tx, write, tillId, body));
  }

  private async update(tx: Tx, write: WriteRequest, id: number, body: UpdateTillBody): Promise<Outcome> {
    const { institutionId } = write;
    const till = await this.tills.lock(tx, institutionId, id);
    const before = await this.tills.view(tx, till);
    assertVersion(write, before.version);
    const terms = await this.tills.resolveTerms(tx, institutionId, body);
    await refusingDuplicates(tx.update(Till, { institutionId, id }, terms), {
      uq_till_active_teller: operationsErrors.TELLER_HAS_TILL,
    });
    await this.ledgers.change(tx, await this.accounts.lock(tx, institutionId, id), terms);
    const after = await this.tills.view(tx, { ...till, ...terms });
    await this.audit.record(tx, write, {
      action: 'till.update',
      subject: `till:${till.accountNumber}`,
      details: changeOf(before, after),
    });
    return Outcome.done(after);
  }
}
