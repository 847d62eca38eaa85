import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import { refusingDuplicates } from '../../../common/errors/unique-violation';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { Products } from '../../products';
import { productsErrors } from '../../products.errors';
import { feeViolation, storedPrice } from '../fee-terms';
import { ProductFee } from '../product-fee.entity';
import { ProductFees, TYPES_WITH_FEES } from '../product-fees';
import type { CreateProductFeeBody } from '../product-fees.dto';

/** Adds a fee that new loans of the product may name. */
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
    private readonly products: Products,
    private readonly fees: ProductFees,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, productCode, body }: CreateProductFee): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { productCode, ...body }, async (tx) => {
      const product = await this.products.requireOfType(tx, institutionId, productCode, TYPES_WITH_FEES);
      const violation = feeViolation(body.kind, body);
      if (violation !== undefined) throw productsErrors.PRODUCT_FEE_REFUSED(violation);
      const now = this.clock.institutionNow(institutionId);
      const fee: ProductFee = {
        institutionId,
        id: await this.ids.next(),
        productId: product.id,
        name: body.name,
        kind: body.kind,
        ...storedPrice(body),
        vatApplies: body.vatApplies ?? true,
        incomeGlAccountId: await this.fees.incomeLedgerId(tx, institutionId, body.incomeLedgerCode),
        charged: body.charged,
        status: 'Active',
        createdAt: now,
        updatedAt: now,
      };
      await refusingDuplicates(tx.insert(ProductFee, fee), {
        uq_product_fee_name: productsErrors.PRODUCT_FEE_NAME_TAKEN,
      });
      await this.audit.record(tx, write, {
        action: 'product-fee.create',
        subject: `product-fee:${fee.id}`,
        details: { productCode, ...body },
      });
      const [view] = await this.fees.views(tx, institutionId, [fee]);
      return Outcome.done(view);
    });
  }
}
