import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { changeOf } from '../../../common/audit/change-of';
import { refusingDuplicates } from '../../../common/errors/unique-violation';
import { Outcome } from '../../../common/http/outcome';
import { assertVersion } from '../../../common/http/versions';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { interestRateText } from '../../interest-rate';
import { Products } from '../../products';
import { productsErrors } from '../../products.errors';
import { ProductRate } from '../product-rate.entity';
import { ProductRates } from '../product-rates';
import type { UpdateProductRateBody } from '../product-rates.dto';
import { storedTiers, tierViolation } from '../rate-tier';
import { rateView } from '../rate-view';

/** Updates the fields that the body sends. */
export class UpdateProductRate extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly productCode: string,
    readonly rateId: number,
    readonly body: UpdateProductRateBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateProductRate)
export class UpdateProductRateHandler implements ICommandHandler<UpdateProductRate> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly products: Products,
    private readonly rates: ProductRates,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, productCode, rateId, body }: UpdateProductRate): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { productCode, rateId, ...body }, async (tx) => {
      const product = await this.products.require(tx, institutionId, productCode);
      const rate = await this.rates.lock(tx, product, rateId);
      const violation = tierViolation(body.tiers ?? []);
      if (violation !== undefined) throw productsErrors.PRODUCT_RATE_REFUSED(`tiers ${violation}.`);
      const before = rateView(rate);
      assertVersion(write, before.version);
      const changes = this.changedColumns(rate, body);
      await refusingDuplicates(tx.update(ProductRate, { institutionId, id: rate.id }, changes), {
        uq_product_rate_name: productsErrors.PRODUCT_RATE_NAME_TAKEN,
      });
      const after = rateView(Object.assign(rate, changes));
      await this.audit.record(tx, write, {
        action: 'product-rate.update',
        subject: `product-rate:${rate.id}`,
        details: { productCode, ...changeOf(before, after) },
      });
      return Outcome.done(after);
    });
  }

  private changedColumns({ institutionId }: ProductRate, body: UpdateProductRateBody): Partial<ProductRate> {
    const { name, interestRate, rateBasis, tiers, status } = body;
    // A field sent as null counts as left out.
    return {
      updatedAt: this.clock.institutionNow(institutionId),
      ...(name && { name }),
      ...(typeof interestRate === 'number' && { interestRate: interestRateText(interestRate) }),
      ...(typeof rateBasis === 'number' && { rateBasis }),
      ...(tiers && { tiers: storedTiers(tiers) }),
      ...(status && { status }),
    };
  }
}
