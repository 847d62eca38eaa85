import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { PermissionCatalogue } from '../../institutions/permission-catalogue';
import { SettingCatalogue } from '../../institutions/setting-catalogue';
import { ProofChecks } from '../../ledger/proof-checks';
import { BooksOfInterest } from './books-of-interest';
import { PostAccruedInterestHandler } from './commands/post-accrued-interest';
import { InterestAccruals } from './interest-accruals';
import { InterestAdminController } from './interest-admin.controller';
import { InterestBooking } from './interest-booking';
import { InterestDues } from './interest-dues';
import { InterestPayer } from './interest-payer';
import { interestPermissions } from './interest.permissions';
import { InterestPostings } from './interest-postings';
import { interestProofs } from './interest-proofs';
import { interestSettings } from './interest.settings';
import { OverdraftInterestStep } from './overdraft-interest-step';
import { SavingsAccrualStep } from './savings-accrual-step';
import { SavingsPostingStep } from './savings-posting-step';
import { UnpostedInterestGuard } from './unposted-interest-guard';

/** Interest that accounts earn and owe: accrued each day, booked by product and branch, posted at the end of a period. */
@Module({
  imports: [InstitutionsModule],
  controllers: [InterestAdminController],
  providers: [
    BooksOfInterest,
    InterestAccruals,
    InterestBooking,
    InterestDues,
    InterestPayer,
    InterestPostings,
    OverdraftInterestStep,
    SavingsAccrualStep,
    SavingsPostingStep,
    UnpostedInterestGuard,
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
