import { Module, type OnModuleInit } from '@nestjs/common';
import { Customers } from '../accounts/customers/customers';
import { ApprovalsModule } from '../approvals/approvals.module';
import { BusinessDayModule } from '../business-day/business-day.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MetadataModule } from '../metadata/metadata.module';
import { ProductsModule } from '../products/products.module';
import { AddFixedDepositHandler } from './commands/add-fixed-deposit';
import { LiquidateFixedDepositHandler } from './commands/liquidate-fixed-deposit';
import { TopUpFixedDepositHandler } from './commands/top-up-fixed-deposit';
import { UpdateFixedDepositHandler } from './commands/update-fixed-deposit';
import { FixedDepositAccounts } from './fixed-deposit-accounts';
import { FixedDepositActions } from './fixed-deposit-actions';
import { FixedDepositClosureBlocker } from './fixed-deposit-closure-blocker';
import { FixedDepositEntities } from './fixed-deposit-entities';
import { FixedDepositLiquidations } from './fixed-deposit-liquidations';
import { FixedDepositMaturities } from './fixed-deposit-maturities';
import { FixedDepositOffers } from './fixed-deposit-offers';
import { FixedDepositOpening } from './fixed-deposit-opening';
import { FixedDepositOrders } from './fixed-deposit-orders';
import { FixedDepositPayees } from './fixed-deposit-payees';
import { FixedDepositPostings } from './fixed-deposit-postings';
import { FixedDepositProofs } from './fixed-deposit-proofs';
import { FixedDepositSubject } from './fixed-deposit-subject';
import { FixedDeposits } from './fixed-deposits';
import { FixedDepositsController } from './fixed-deposits.controller';
import { fixedDepositsPermissions } from './fixed-deposits.permissions';
import { FixedDepositsAdminController } from './fixed-deposits-admin.controller';
import { GetFixedDepositHandler } from './queries/get-fixed-deposit';
import { SearchFixedDepositsHandler } from './queries/search-fixed-deposits';
import { ViewFixedDepositCertificateHandler } from './queries/view-fixed-deposit-certificate';
import { FixedDepositAccrualStep } from './steps/fixed-deposit-accrual.step';
import { FixedDepositMaturityStep } from './steps/fixed-deposit-maturity.step';

/** Fixed deposits: money deposited for a term, and its interest. */
@Module({
  imports: [BusinessDayModule, ApprovalsModule, InstitutionsModule, MetadataModule, ProductsModule],
  controllers: [FixedDepositsController, FixedDepositsAdminController],
  providers: [
    Customers,
    FixedDepositAccounts,
    FixedDepositAccrualStep,
    FixedDepositActions,
    FixedDepositClosureBlocker,
    FixedDepositEntities,
    FixedDepositLiquidations,
    FixedDepositMaturities,
    FixedDepositMaturityStep,
    FixedDepositOffers,
    FixedDepositOpening,
    FixedDepositOrders,
    FixedDepositPayees,
    FixedDepositPostings,
    FixedDepositProofs,
    FixedDeposits,
    FixedDepositSubject,
    AddFixedDepositHandler,
    LiquidateFixedDepositHandler,
    TopUpFixedDepositHandler,
    UpdateFixedDepositHandler,
    GetFixedDepositHandler,
    SearchFixedDepositsHandler,
    ViewFixedDepositCertificateHandler,
  ],
})
export class FixedDepositsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(fixedDepositsPermissions, 'Fixed deposits');
  }
}
