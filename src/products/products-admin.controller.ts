import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { changeAccepted } from '../institutions/changes/configuration-changes';
import { ledgerErrors } from '../ledger/ledger.errors';
import { CreateProduct } from './commands/create-product';
import { UpdateProduct } from './commands/update-product';
import { CreateProductBody, ProductView, SearchProductsQuery, UpdateProductBody } from './products.dto';
import { productsErrors } from './products.errors';
import { productsPermissions } from './products.permissions';
import { SearchProducts } from './queries/search-products';

@Controller('api/admin/v1/products')
@ApiTags('Products')
export class ProductsAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List products',
    access: staffAccess(productsPermissions.viewProducts),
    response: ProductView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: SearchProductsQuery): Promise<Page<ProductView>> {
    return this.queries.execute(new SearchProducts(staff.institutionId, filters));
  }

  @Post()
  @Endpoint({
    summary: 'Create a product',
    description: 'Where `PRODUCT_TERMS_APPROVED` is on, the product waits for a second person.',
    access: staffAccess(productsPermissions.manageProducts),
    stepUp: true,
    reference: 'honoured',
    accepted: changeAccepted,
    response: ProductView,
    errors: [
      ledgerErrors.LEDGER_NOT_FOUND,
      productsErrors.PRODUCT_CODE_TAKEN,
      productsErrors.CONTROL_LEDGER_REQUIRED,
      productsErrors.PRODUCT_LEDGER_REFUSED,
      productsErrors.PRODUCT_TERMS_REFUSED,
    ],
  })
  create(@Write() write: WriteRequest, @Body() body: CreateProductBody): Promise<Outcome> {
    return this.commands.execute(new CreateProduct(write, body));
  }

  @Put(':productCode')
  @Endpoint({
    summary: 'Update a product',
    versioned: true,
    description:
      'Fields that are left out stay as they are; terms are replaced as a whole. Existing contracts keep the terms ' +
      'they began with. Code, type and control ledger cannot be changed. `status` `Inactive` deactivates the product. ' +
      'Where `PRODUCT_TERMS_APPROVED` is on, all but another name and a deactivation waits for a second person.',
    access: staffAccess(productsPermissions.manageProducts),
    stepUp: true,
    reference: 'honoured',
    accepted: changeAccepted,
    response: ProductView,
    errors: [
      productsErrors.PRODUCT_NOT_FOUND,
      ledgerErrors.LEDGER_NOT_FOUND,
      productsErrors.PRODUCT_LEDGER_REFUSED,
      productsErrors.PRODUCT_TERMS_REFUSED,
    ],
  })
  update(
    @Write() write: WriteRequest,
    @Param('productCode') productCode: string,
    @Body() body: UpdateProductBody,
  ): Promise<Outcome> {
    return this.commands.execute(new UpdateProduct(write, productCode, body));
  }
}
