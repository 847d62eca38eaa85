import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { prefixRange } from '../../common/text/search-name';
import { Product } from '../product.entity';
import { productViews } from '../product-view';
import type { ProductView, SearchProductsQuery } from '../products.dto';

/** Searches the institution's products of any status. */
export class SearchProducts extends Query<Page<ProductView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchProductsQuery,
  ) {
    super();
  }
}

const SORT_COLUMNS = { id: 'product.id', productCode: 'product.code', productName: 'product.search_name' } as const;

@QueryHandler(SearchProducts)
export class SearchProductsHandler implements IQueryHandler<SearchProducts> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: SearchProducts): Promise<Page<ProductView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await listPage(tx, this.matchingProducts(tx, institutionId, filters), filters, (product) => product);
      return { ...page, data: await productViews(tx, institutionId, page.data) };
    });
  }

  private matchingProducts(tx: Tx, institutionId: number, filters: SearchProductsQuery): SelectQueryBuilder<Product> {
    const query = tx
      .createQueryBuilder(Product, 'product')
      .where('product.institution_id = :institutionId', { institutionId });
    if (filters.ProductCode !== undefined) query.andWhere('product.code = :code', { code: filters.ProductCode });
    if (filters.ProductType !== undefined)
      query.andWhere('product.product_type = :type', { type: filters.ProductType });
    if (filters.ProductName !== undefined) {
      query.andWhere(
        'product.search_name ~>=~ :from AND product.search_name ~<~ :to',
        prefixRange(filters.ProductName),
      );
    }
    const direction = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
    return query.orderBy(SORT_COLUMNS[filters.SortColumn], direction).addOrderBy('product.id', direction);
  }
}
