import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../../common/database/id-allocator';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../../institutions/changes/configuration-changes';
import { CHANGE_PRODUCT_FEE } from '../../changes/product-fee-changes';
import { partTarget } from '../../changes/product-part';
import type { CreateProductFeeBody } from '../product-fees.dto';

/** Adds a fee that new loans of the product may name, or asks for it. */
export class CreateProductFee extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly productCode: string,
    readonly body: CreateProductFeeBody,
  ) {
    super();
  }
}

@CommandHandler(CreateProductFee)
export class CreateProductFeeHandler implements ICommandHandler<CreateProductFee> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
    private readonly ids: IdAllocator,
  ) {}

  async execute({ write, productCode, body }: CreateProductFee): Promise<Outcome> {
    const { name, kind, amount, rate, vatApplies, incomeLedgerCode, charged } = body;
    const price = { kind, amount: amount ?? null, rate: rate ?? null };
    const after = { name, ...price, vatApplies: vatApplies ?? true, incomeLedgerCode, charged };
    return this.writes.run(write, { productCode, ...body }, async (tx) => {
      const id = await this.ids.next();
      const target = partTarget({ productCode, id });
      return this.changes.ask(tx, write, { operation: CHANGE_PRODUCT_FEE, target, after, isNew: true, id });
    });
  }
}
