import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { Products } from '../../products';
import { ProductFee } from '../product-fee.entity';
import { ProductFees } from '../product-fees';
import type { ProductFeeView } from '../product-fees.dto';

/** Lists the fees of a product of any status, oldest first. */
export class ListProductFees extends Query<{ data: ProductFeeView[]; recordCount: number }> {
  constructor(
    readonly institutionId: number,
    readonly productCode: string,
  ) {
    super();
  }
}

@QueryHandler(ListProductFees)
export class ListProductFeesHandler implements IQueryHandler<ListProductFees> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly products: Products,
    private readonly fees: ProductFees,
  ) {}

  async execute({
    institutionId,
    productCode,
  }: ListProductFees): Promise<{ data: ProductFeeView[]; recordCount: number }> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const product = await this.products.require(tx, institutionId, productCode);
      const rows = await tx.find(ProductFee, { where: { institutionId, productId: product.id }, order: { id: 'ASC' } });
      const data = await this.fees.views(tx, institutionId, rows);
      return { data, recordCount: data.length };
    });
  }
}
