import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import { assertVersion } from '../../common/http/versions';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { nairaToKobo } from '../../common/money/naira';
import { searchName } from '../../common/text/search-name';
import { Clock } from '../../common/time/clock';
import { interestRateText } from '../interest-rate';
import { Product } from '../product.entity';
import { ProductLedgers } from '../product-ledgers';
import { productViews } from '../product-view';
import { Products } from '../products';
import type { UpdateProductBody } from '../products.dto';
import { ProductTerms } from '../terms/product-terms';

/** Updates the fields that the body sends. `status` `Inactive` deactivates the product. */
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
    private readonly ledgers: ProductLedgers,
    private readonly terms: ProductTerms,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, productCode, body }: UpdateProduct): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { productCode, ...body }, async (tx) => {
      const product = await this.products.lock(tx, institutionId, productCode);
      const [before] = await productViews(tx, institutionId, [product]);
      assertVersion(write, before!.version);
      const changes = await this.changedColumns(tx, institutionId, body);
      await tx.update(Product, { institutionId, id: product.id }, changes);
      await this.terms.replace(tx, product, body);
      const [view] = await productViews(tx, institutionId, [Object.assign(product, changes)]);
      await this.audit.record(tx, write, {
        action: 'product.update',
        subject: `product:${product.code}`,
        details: changeOf(before!, view!),
      });
      return Outcome.done(view);
    });
  }

  private async changedColumns(tx: Tx, institutionId: number, body: UpdateProductBody): Promise<Partial<Product>> {
    const { productName, status, interestRate, minimumBalance, glAccountCodes } = body;
    // A field sent as null counts as left out.
    return {
      updatedAt: this.clock.institutionNow(institutionId),
      ...(productName && { name: productName, searchName: searchName(productName) }),
      ...(status && { status }),
      ...(typeof interestRate === 'number' && { interestRate: interestRateText(interestRate) }),
      ...(typeof minimumBalance === 'number' && { minimumBalanceKobo: nairaToKobo(minimumBalance) }),
      ...(glAccountCodes && { usableGlAccountIds: await this.ledgers.usableIds(tx, institutionId, glAccountCodes) }),
    };
  }
}
