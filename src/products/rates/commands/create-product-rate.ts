import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../../common/database/id-allocator';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../../institutions/changes/configuration-changes';
import { partTarget } from '../../changes/product-part';
import { CHANGE_PRODUCT_RATE } from '../../changes/product-rate-changes';
import { RATE_BASIS } from '../../terms/loan-enumerations';
import type { CreateProductRateBody } from '../product-rates.dto';

/** Adds a rate that new contracts of the product may name, or asks for it (`docs/api/products.md#rates`). */
export class CreateProductRate extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly productCode: string,
    readonly body: CreateProductRateBody,
  ) {
    super();
  }
}

@CommandHandler(CreateProductRate)
export class CreateProductRateHandler implements ICommandHandler<CreateProductRate> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
    private readonly ids: IdAllocator,
  ) {}

  async execute({ write, productCode, body }: CreateProductRate): Promise<Outcome> {
    const { name, interestRate } = body;
    const after = { name, interestRate, rateBasis: body.rateBasis ?? RATE_BASIS.Annual, tiers: body.tiers ?? [] };
    return this.writes.run(write, { productCode, ...body }, async (tx) => {
      const id = await this.ids.next();
      const target = partTarget({ productCode, id });
      return this.changes.ask(tx, write, { operation: CHANGE_PRODUCT_RATE, target, after, isNew: true, id });
    });
  }
}
