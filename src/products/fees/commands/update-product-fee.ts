import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { ChangeFields } from '../../../institutions/changes/change-as-data';
import { ConfigurationChanges } from '../../../institutions/changes/configuration-changes';
import { lockChanges } from '../../../institutions/changes/lock-changes';
import { sentFields } from '../../changes/product-change-rule';
import { CHANGE_PRODUCT_FEE } from '../../changes/product-fee-changes';
import { partTarget } from '../../changes/product-part';
import { Products } from '../../products';
import { changedPrice } from '../fee-terms';
import type { ProductFee } from '../product-fee.entity';
import { ProductFees } from '../product-fees';
import type { UpdateProductFeeBody } from '../product-fees.dto';

/** Updates the fields that the body sends, or asks for it. */
export class UpdateProductFee extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly productCode: string,
    readonly feeId: number,
    readonly body: UpdateProductFeeBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateProductFee)
export class UpdateProductFeeHandler implements ICommandHandler<UpdateProductFee> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly products: Products,
    private readonly fees: ProductFees,
    private readonly changes: ConfigurationChanges,
  ) {}

  /** @throws PRODUCT_NOT_FOUND, PRODUCT_FEE_NOT_FOUND (404) */
  async execute({ write, productCode, feeId, body }: UpdateProductFee): Promise<Outcome> {
    const target = partTarget({ productCode, id: feeId });
    return this.writes.run(write, { productCode, feeId, ...body }, async (tx) => {
      await lockChanges(tx, write.institutionId);
      const product = await this.products.require(tx, write.institutionId, productCode);
      const price = priceAfter(await this.fees.lock(tx, product, feeId), body);
      const after = { ...sentFields(body), ...price };
      return this.changes.ask(tx, write, { operation: CHANGE_PRODUCT_FEE, target, after });
    });
  }
}

/** The whole price that the body leads to, because a new kind drops the old price. */
function priceAfter(fee: ProductFee, body: UpdateProductFeeBody): ChangeFields {
  const { kind, amount, rate } = changedPrice(fee, body);
  return { kind, amount: amount ?? null, rate: rate ?? null };
}
