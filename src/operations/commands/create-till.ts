import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { GlAccounts } from '../../ledger/chart/gl-accounts';
import { operationsErrors } from '../operations.errors';
import { Till } from '../till.entity';
import { Tills } from '../tills';
import type { CreateTillBody } from '../tills.dto';

/** Creates a till: opens a cash ledger and assigns it to a teller. */
export class CreateTill extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateTillBody,
  ) {
    super();
  }
}

@CommandHandler(CreateTill)
export class CreateTillHandler implements ICommandHandler<CreateTill> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly tills: Tills,
    private readonly ledgers: GlAccounts,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
  ) {}

  /** @throws the errors of `Tills.resolveTerms`, LEDGER_CODE_TAKEN, TELLER_HAS_TILL (409) */
  async execute({ write, body }: CreateTill): Promise<Outcome> {
    const id = await this.ids.next();
    return this.writes.run(write, body, (tx) => this.create(tx, write, body, id));
  }

  private async create(tx: Tx, write: WriteRequest, body: CreateTillBody, id: number): Promise<Outcome> {
    const { institutionId } = write;
    const { accountNumber } = body;
    const currency = body.currency ?? 'NGN';
    const terms = await this.tills.resolveTerms(tx, institutionId, body);
    // Cash that is not in the till cannot be paid out, so the ledger may not go below zero.
    const flags = { isControl: false, allowApi: true, takesFees: false, cash: true, allowNegative: false };
    const ledger = {
      institutionId,
      id,
      code: accountNumber,
      name: terms.name,
      category: 'Asset' as const,
      branchId: terms.branchId,
      ...flags,
    };
    const { createdAt } = await this.ledgers.open(tx, ledger);
    const till: Till = { institutionId, id, accountNumber, ...terms, currency, status: 'Active', createdAt };
    await refusingDuplicates(tx.insert(Till, till), { uq_till_active_teller: operationsErrors.TELLER_HAS_TILL });
    await this.audit.record(tx, write, {
      action: 'till.create',
      subject: `till:${accountNumber}`,
      details: { ...body },
    });
    return Outcome.done(await this.tills.view(tx, till));
  }
}
