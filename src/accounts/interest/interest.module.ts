import { Module, type OnModuleInit } from '@nestjs/common';
import { BusinessDayModule } from '../../business-day/business-day.module';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { SettingCatalogue } from '../../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { ProofChecks } from '../../ledger/proof/proof-checks';
import { BooksOfInterest } from './books-of-interest';
import { PostAccruedInterestHandler } from './commands/post-accrued-interest';
import { interestPermissions } from './interest.permissions';
import { interestSettings } from './interest.settings';
import { InterestAccruals } from './interest-accruals';
import { InterestAdminController } from './interest-admin.controller';
import { InterestBooking } from './interest-booking';
import { InterestClosureBlocker } from './interest-closure-blocker';
import { InterestPayer } from './interest-payer';
import { interestProofs } from './interest-proofs';
import { OverdraftInterestStep } from './overdraft-interest.step';
import { PeriodInterestPoster } from './period-interest-poster';
import { SavingsAccrualStep } from './savings-accrual.step';
import { SavingsPostingStep } from './savings-posting.step';
import { UnpostedInterestReader } from './unposted-interest-reader';

/** Interest that accounts earn and owe: accrued daily, booked by product and branch, posted at the end of a period. */
@Module({
  imports: [BusinessDayModule, InstitutionsModule],
  controllers: [InterestAdminController],
  providers: [
    BooksOfInterest,
    InterestAccruals,
    InterestBooking,
    UnpostedInterestReader,
    InterestPayer,
    PeriodInterestPoster,
    OverdraftInterestStep,
    SavingsAccrualStep,
    SavingsPostingStep,
    InterestClosureBlocker,
    PostAccruedInterestHandler,
  ],
})
export class InterestModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
    private readonly proofs: ProofChecks,
  ) {}

  onModuleInit(): void {
    this.permissions.register(interestPermissions);
    this.settings.register(interestSettings);
    for (const proof of interestProofs) this.proofs.register(proof);
  }
}
