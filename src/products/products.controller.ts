import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Page } from '../common/http/paging';
import { ProductView, SearchProductsQuery } from './products.dto';
import { SearchProducts } from './queries/search-products';

@Controller('api/product/v1')
@ApiTags('Products')
export class ProductsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('searchproducts')
  @Endpoint({
    summary: 'Search products',
    description: 'With `PageNumber=1&PageSize=1` it serves as the health check of an integration.',
    access: clientAccess('products:read'),
    response: ProductView,
    list: 'page',
  })
  search(@CurrentClient() client: ClientActor, @Query() filters: SearchProductsQuery): Promise<Page<ProductView>> {
    return this.queries.execute(new SearchProducts(client.institutionId, filters));
  }
}
