import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import { validationFailed } from '../../../common/http/validation.pipe';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { GlAccounts } from '../gl-accounts';
import type { CreateLedgerBody, LedgerView } from '../gl-accounts.dto';
import { normalSideOf } from '../normal-side';

/** Adds a ledger to the chart of accounts. */
export class CreateGlAccount extends Command<Outcome<LedgerView>> {
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
    private readonly ledgers: GlAccounts,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @throws VALIDATION_FAILED (400) for fees on a ledger that is no income; LEDGER_CODE_TAKEN (409), also when the code
   *   is the number of another account
   */
  async execute({ write, body }: CreateGlAccount): Promise<Outcome<LedgerView>> {
    if (body.takesFees && (body.category !== 'Income' || body.isControl))
      throw validationFailed([
        { field: 'takesFees', message: 'needs a ledger of the category Income, no control ledger' },
      ]);
    const id = await this.ids.next();
    return (await this.writes.run(write, body, (tx) => this.open(tx, write, body, id))) as Outcome<LedgerView>;
  }

  private async open(tx: Tx, write: WriteRequest, body: CreateLedgerBody, id: number): Promise<Outcome<LedgerView>> {
    const { code, name, category } = body;
    const flags = {
      isControl: body.isControl ?? false,
      allowApi: body.allowApi ?? true,
      takesFees: body.takesFees ?? false,
    };
    const cash = body.cash ?? false;
    const allowNegative = body.allowNegative ?? !cash;
    const { createdAt } = await this.ledgers.open(tx, {
      institutionId: write.institutionId,
      id,
      code,
      name,
      category,
      ...flags,
      cash,
      allowNegative,
    });
    await this.audit.record(tx, write, { action: 'ledger.create', subject: `ledger:${code}`, details: { ...body } });
    const normalSide = normalSideOf(category);
    return Outcome.done({
      id,
      code,
      name,
      category,
      normalSide,
      ...flags,
      cash,
      allowNegative,
      debits: 0,
      credits: 0,
      balance: 0,
      createdAt: createdAt.toISOString(),
    });
  }
}
