import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/permission-catalogue';
import { CreateProductHandler } from './commands/create-product';
import { UpdateProductHandler } from './commands/update-product';
import { ProductAdminController } from './product-admin.controller';
import { ProductController } from './product.controller';
import { Products } from './products';
import { productsPermissions } from './products.permissions';
import { SearchProductsHandler } from './queries/search-products';

/** What the institution sells, and on which terms. */
@Module({
  imports: [InstitutionsModule],
  controllers: [ProductController, ProductAdminController],
  providers: [Products, CreateProductHandler, UpdateProductHandler, SearchProductsHandler],
  exports: [Products],
})
export class ProductsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(productsPermissions);
  }
}
