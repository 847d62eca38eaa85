import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import { refusingDuplicates } from '../../../common/errors/unique-violation';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { interestRateText } from '../../interest-rate';
import { Products } from '../../products';
import { productsErrors } from '../../products.errors';
import { RATE_BASIS } from '../../terms/loan-enumerations';
import { ProductRate } from '../product-rate.entity';
import { TYPES_WITH_RATES } from '../product-rates';
import type { CreateProductRateBody } from '../product-rates.dto';
import { storedTiers, tierViolation } from '../rate-tier';
import { rateView } from '../rate-view';

/** Adds a rate that new contracts of the product may name (`docs/api/products.md#rates`). */
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
    private readonly products: Products,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, productCode, body }: CreateProductRate): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { productCode, ...body }, async (tx) => {
      const product = await this.products.requireOfType(tx, institutionId, productCode, TYPES_WITH_RATES);
      const violation = tierViolation(body.tiers ?? []);
      if (violation !== undefined) throw productsErrors.PRODUCT_RATE_REFUSED(`tiers ${violation}.`);
      const now = this.clock.institutionNow(institutionId);
      const rate: ProductRate = {
        institutionId,
        id: await this.ids.next(),
        productId: product.id,
        name: body.name,
        interestRate: interestRateText(body.interestRate),
        rateBasis: body.rateBasis ?? RATE_BASIS.Annual,
        tiers: storedTiers(body.tiers ?? []),
        status: 'Active',
        createdAt: now,
        updatedAt: now,
      };
      await refusingDuplicates(tx.insert(ProductRate, rate), {
        uq_product_rate_name: productsErrors.PRODUCT_RATE_NAME_TAKEN,
      });
      await this.audit.record(tx, write, {
        action: 'product-rate.create',
        subject: `product-rate:${rate.id}`,
        details: { productCode, ...body },
      });
      return Outcome.done(rateView(rate));
    });
  }
}
