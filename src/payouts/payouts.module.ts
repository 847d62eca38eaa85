import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { PostingsModule } from '../postings/postings.module';
import { ConfirmationEvidences } from './confirmation-evidence';
import { OpenPayoutClosureBlocker } from './open-payout-closure-blocker';
import { PayoutConfirmations } from './payout-confirmations';
import { PayoutGauges } from './payout-gauges';
import { PayoutJobs } from './payout-jobs';
import { PayoutProviders } from './payout-provider';
import { PayoutReversals } from './payout-reversals';
import { PayoutSteps } from './payout-steps';
import { PayoutTimingsOf } from './payout-timings';
import { PayoutWorker } from './payout-worker';
import { Payouts } from './payouts';
import { payoutsPermissions } from './payouts.permissions';

/** The states of money that leaves the institution, shared by outward transfers and vends. */
@Module({
  imports: [AccountsModule, InstitutionsModule, PostingsModule],
  providers: [
    ConfirmationEvidences,
    OpenPayoutClosureBlocker,
    PayoutGauges,
    PayoutProviders,
    PayoutConfirmations,
    PayoutReversals,
    Payouts,
    PayoutSteps,
    PayoutTimingsOf,
    PayoutJobs,
    PayoutWorker,
  ],
  exports: [PayoutProviders, PayoutConfirmations, Payouts, PayoutSteps, PayoutTimingsOf],
})
export class PayoutsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(payoutsPermissions, 'Transfers');
  }
}
