import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { changeAccepted } from '../../institutions/changes/configuration-changes';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { productsErrors } from '../products.errors';
import { productsPermissions } from '../products.permissions';
import { CreateProductFee } from './commands/create-product-fee';
import { UpdateProductFee } from './commands/update-product-fee';
import { CreateProductFeeBody, ProductFeePath, ProductFeeView, UpdateProductFeeBody } from './product-fees.dto';
import { ListProductFees } from './queries/list-product-fees';

@Controller('api/admin/v1/products/:productCode/fees')
@ApiTags('Products')
export class ProductFeesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the fees of a product',
    access: staffAccess(productsPermissions.viewProducts),
    response: ProductFeeView,
    list: 'flat',
    errors: [productsErrors.PRODUCT_NOT_FOUND],
  })
  list(
    @CurrentStaff() staff: StaffActor,
    @Param('productCode') productCode: string,
  ): Promise<{ data: ProductFeeView[]; recordCount: number }> {
    return this.queries.execute(new ListProductFees(staff.institutionId, productCode));
  }

  @Post()
  @Endpoint({
    summary: 'Add a fee to a product',
    description:
      'Only loan products have fees. Where `PRODUCT_TERMS_APPROVED` is on, the fee waits for a second person.',
    access: staffAccess(productsPermissions.manageProducts),
    stepUp: true,
    reference: 'honoured',
    accepted: changeAccepted,
    response: ProductFeeView,
    errors: [
      productsErrors.PRODUCT_NOT_FOUND,
      ledgerErrors.LEDGER_NOT_FOUND,
      productsErrors.PRODUCT_LEDGER_REFUSED,
      productsErrors.PRODUCT_TYPE_NOT_ALLOWED,
      productsErrors.PRODUCT_FEE_NAME_TAKEN,
      productsErrors.PRODUCT_FEE_REFUSED,
    ],
  })
  create(
    @Write() write: WriteRequest,
    @Param('productCode') productCode: string,
    @Body() body: CreateProductFeeBody,
  ): Promise<Outcome> {
    return this.commands.execute(new CreateProductFee(write, productCode, body));
  }

  @Put(':feeId')
  @Endpoint({
    summary: 'Update a fee of a product',
    versioned: true,
    description:
      'A field that is left out stays as it is. `status` `Inactive` deactivates the fee. Where ' +
      '`PRODUCT_TERMS_APPROVED` is on, all but another name and a deactivation waits for a second person.',
    access: staffAccess(productsPermissions.manageProducts),
    stepUp: true,
    reference: 'honoured',
    accepted: changeAccepted,
    response: ProductFeeView,
    errors: [
      productsErrors.PRODUCT_NOT_FOUND,
      productsErrors.PRODUCT_FEE_NOT_FOUND,
      ledgerErrors.LEDGER_NOT_FOUND,
      productsErrors.PRODUCT_LEDGER_REFUSED,
      productsErrors.PRODUCT_FEE_NAME_TAKEN,
      productsErrors.PRODUCT_FEE_REFUSED,
    ],
  })
  update(
    @Write() write: WriteRequest,
    @Param() { productCode, feeId }: ProductFeePath,
    @Body() body: UpdateProductFeeBody,
  ): Promise<Outcome> {
    return this.commands.execute(new UpdateProductFee(write, productCode, Number(feeId), body));
  }
}
