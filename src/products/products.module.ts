import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MetadataModule } from '../metadata/metadata.module';
import { ProductChangeRule } from './changes/product-change-rule';
import { ProductChanges } from './changes/product-changes';
import { ProductFeeChanges } from './changes/product-fee-changes';
import { ProductRateChanges } from './changes/product-rate-changes';
import { CreateProductHandler } from './commands/create-product';
import { UpdateProductHandler } from './commands/update-product';
import { CreateProductFeeHandler } from './fees/commands/create-product-fee';
import { UpdateProductFeeHandler } from './fees/commands/update-product-fee';
import { ProductFees } from './fees/product-fees';
import { ProductFeesController } from './fees/product-fees.controller';
import { ListProductFeesHandler } from './fees/queries/list-product-fees';
import { ProductEntities } from './product-entities';
import { ProductLedgers } from './product-ledgers';
import { Products } from './products';
import { ProductsController } from './products.controller';
import { productsPermissions } from './products.permissions';
import { productsSettings } from './products.settings';
import { ProductsAdminController } from './products-admin.controller';
import { SearchProductsHandler } from './queries/search-products';
import { CreateProductRateHandler } from './rates/commands/create-product-rate';
import { UpdateProductRateHandler } from './rates/commands/update-product-rate';
import { ProductRates } from './rates/product-rates';
import { ProductRatesController } from './rates/product-rates.controller';
import { ListProductRatesHandler } from './rates/queries/list-product-rates';
import { ProductTerms } from './terms/product-terms';

/** Products with their terms, rates and fees. */
@Module({
  imports: [InstitutionsModule, MetadataModule],
  controllers: [ProductsController, ProductsAdminController, ProductRatesController, ProductFeesController],
  providers: [
    Products,
    ProductChangeRule,
    ProductChanges,
    ProductEntities,
    ProductFeeChanges,
    ProductFees,
    ProductLedgers,
    ProductRateChanges,
    ProductRates,
    ProductTerms,
    CreateProductHandler,
    CreateProductFeeHandler,
    CreateProductRateHandler,
    UpdateProductHandler,
    UpdateProductFeeHandler,
    UpdateProductRateHandler,
    SearchProductsHandler,
    ListProductFeesHandler,
    ListProductRatesHandler,
  ],
  exports: [Products, ProductFees, ProductRates, ProductTerms],
})
export class ProductsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(productsPermissions, 'Products');
    this.settings.register(productsSettings);
  }
}
