import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { Products } from '../../products';
import { ProductRate } from '../product-rate.entity';
import type { ProductRateView } from '../product-rates.dto';
import { rateView } from '../rate-view';

/** Lists the rates of a product of any status, oldest first. */
export class ListProductRates extends Query<{ data: ProductRateView[]; recordCount: number }> {
  constructor(
    readonly institutionId: number,
    readonly productCode: string,
  ) {
    super();
  }
}

@QueryHandler(ListProductRates)
export class ListProductRatesHandler implements IQueryHandler<ListProductRates> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly products: Products,
  ) {}

  async execute({
    institutionId,
    productCode,
  }: ListProductRates): Promise<{ data: ProductRateView[]; recordCount: number }> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const product = await this.products.require(tx, institutionId, productCode);
      const rows = await tx.find(ProductRate, {
        where: { institutionId, productId: product.id },
        order: { id: 'ASC' },
      });
      const data = rows.map(rateView);
      return { data, recordCount: data.length };
    });
  }
}
