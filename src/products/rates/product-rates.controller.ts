import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../../institutions/changes/configuration-changes';
import { productsErrors } from '../products.errors';
import { productsPermissions } from '../products.permissions';
import { CreateProductRate } from './commands/create-product-rate';
import { UpdateProductRate } from './commands/update-product-rate';
import { CreateProductRateBody, ProductRatePath, ProductRateView, UpdateProductRateBody } from './product-rates.dto';
import { ListProductRates } from './queries/list-product-rates';

@Controller('api/admin/v1/products/:productCode/rates')
@ApiTags('Products')
export class ProductRatesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the rates of a product',
    access: staffAccess(productsPermissions.viewProducts),
    response: ProductRateView,
    list: 'flat',
    errors: [productsErrors.PRODUCT_NOT_FOUND],
  })
  list(
    @CurrentStaff() staff: StaffActor,
    @Param('productCode') productCode: string,
  ): Promise<{ data: ProductRateView[]; recordCount: number }> {
    return this.queries.execute(new ListProductRates(staff.institutionId, productCode));
  }

  @Post()
  @Endpoint({
    summary: 'Add a rate to a product',
    description:
      'Only fixed-deposit and loan products have rates. Savings products have tiers in their savings terms. Where ' +
      '`PRODUCT_TERMS_APPROVED` is on, the rate waits for a second person.',
    access: staffAccess(productsPermissions.manageProducts),
    stepUp: true,
    reference: 'honoured',
    accepted: changeAccepted,
    response: ProductRateView,
    errors: [
      productsErrors.PRODUCT_NOT_FOUND,
      productsErrors.PRODUCT_TYPE_NOT_ALLOWED,
      productsErrors.PRODUCT_RATE_NAME_TAKEN,
      productsErrors.PRODUCT_RATE_REFUSED,
    ],
  })
  create(
    @Write() write: WriteRequest,
    @Param('productCode') productCode: string,
    @Body() body: CreateProductRateBody,
  ): Promise<Outcome> {
    return this.commands.execute(new CreateProductRate(write, productCode, body));
  }

  @Put(':rateId')
  @Endpoint({
    summary: 'Update a rate of a product',
    versioned: true,
    description:
      'A field that is left out stays as it is. `status` `Inactive` deactivates the rate. Where ' +
      '`PRODUCT_TERMS_APPROVED` is on, all but another name and a deactivation waits for a second person.',
    access: staffAccess(productsPermissions.manageProducts),
    stepUp: true,
    reference: 'honoured',
    accepted: changeAccepted,
    response: ProductRateView,
    errors: [
      productsErrors.PRODUCT_NOT_FOUND,
      productsErrors.PRODUCT_RATE_NOT_FOUND,
      productsErrors.PRODUCT_RATE_NAME_TAKEN,
      productsErrors.PRODUCT_RATE_REFUSED,
    ],
  })
  update(
    @Write() write: WriteRequest,
    @Param() { productCode, rateId }: ProductRatePath,
    @Body() body: UpdateProductRateBody,
  ): Promise<Outcome> {
    return this.commands.execute(new UpdateProductRate(write, productCode, Number(rateId), body));
  }
}
