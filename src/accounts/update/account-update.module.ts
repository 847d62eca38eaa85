import { Module } from '@nestjs/common';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { ProductsModule } from '../../products/products.module';
import { AccountStatusModule } from '../status/account-status.module';
import { AccountChangesReader } from './account-changes-reader';
import { AccountUpdateController } from './account-update.controller';
import { UpdateCustomerAccountHandler } from './commands/update-customer-account';

/** Updates of existing accounts. */
@Module({
  imports: [AccountStatusModule, InstitutionsModule, ProductsModule],
  controllers: [AccountUpdateController],
  providers: [AccountChangesReader, UpdateCustomerAccountHandler],
})
export class AccountUpdateModule {}
