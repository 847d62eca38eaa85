import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { sentFields } from '../changes/product-change-rule';
import { CHANGE_PRODUCT } from '../changes/product-changes';
import { completeTerms, termFields } from '../changes/term-fields';
import { Products } from '../products';
import type { UpdateProductBody } from '../products.dto';

/** Updates the fields that the body sends, or asks for it. `status` `Inactive` deactivates the product. */
export class UpdateProduct extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly productCode: string,
    readonly body: UpdateProductBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateProduct)
export class UpdateProductHandler implements ICommandHandler<UpdateProduct> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly products: Products,
    private readonly changes: ConfigurationChanges,
  ) {}

  /** @throws PRODUCT_NOT_FOUND (404) */
  async execute({ write, productCode, body }: UpdateProduct): Promise<Outcome> {
    const { loanTerms: _1, fixedDepositTerms: _2, savingsTerms: _3, ...fields } = sentFields(body);
    return this.writes.run(write, { productCode, ...body }, async (tx) => {
      // The type never changes, so the product need not be locked yet.
      const { productType } = await this.products.require(tx, write.institutionId, productCode);
      const after = { ...fields, ...termFields(completeTerms(body, productType)) };
      return this.changes.ask(tx, write, { operation: CHANGE_PRODUCT, target: productCode, after });
    });
  }
}
