import { Module, type OnModuleInit } from '@nestjs/common';
import { BusinessDayModule } from '../../business-day/business-day.module';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { SettingCatalogue } from '../../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { ProofChecks } from '../../ledger/proof/proof-checks';
import { InterestAccruals } from './accrual/interest-accruals';
import { SavingsAccrualStep } from './accrual/savings-accrual.step';
import { BooksOfInterest } from './booking/books-of-interest';
import { InterestBooking } from './booking/interest-booking';
import { interestPermissions } from './interest.permissions';
import { interestSettings } from './interest.settings';
import { InterestAdminController } from './interest-admin.controller';
import { InterestClosureBlocker } from './interest-closure-blocker';
import { interestProofs } from './interest-proofs';
import { OverdraftInterestStep } from './overdraft-interest.step';
import { PostAccruedInterestHandler } from './posting/commands/post-accrued-interest';
import { InterestPayer } from './posting/interest-payer';
import { PeriodInterestPoster } from './posting/period-interest-poster';
import { SavingsPostingStep } from './posting/savings-posting.step';
import { SpreadInterest } from './posting/spread-interest';
import { UnpostedInterestReader } from './posting/unposted-interest-reader';

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
    SpreadInterest,
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
    this.permissions.register(interestPermissions, 'Accounts');
    this.settings.register(interestSettings);
    for (const proof of interestProofs) this.proofs.register(proof);
  }
}
