import { Module, type OnModuleInit } from '@nestjs/common';
import { BusinessDayModule } from '../business-day/business-day.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { AccountBalances } from './balances/account-balances';
import { LedgerBalances } from './balances/ledger-balances';
import { GetDatedBalanceHandler } from './balances/queries/get-dated-balance';
import { GetDatedTrialBalanceHandler } from './balances/queries/get-dated-trial-balance';
import { ListLedgerEntriesHandler } from './balances/queries/list-ledger-entries';
import { BooksController } from './books.controller';
import { DailyTotals } from './daily-totals/daily-totals';
import { DailyTotalsStep } from './daily-totals/daily-totals.step';
import { DailyTotalsProofs } from './daily-totals/daily-totals-proofs';
import { ReportFiles } from './report-files';
import { ExportCreditBureauHandler } from './returns/queries/export-credit-bureau';
import { GetReturnHandler } from './returns/queries/get-return';
import { ReturnsController } from './returns/returns.controller';
import { returnsPermissions } from './returns/returns.permissions';
import { returnsSettings } from './returns/returns.settings';
import { GetBalanceSheetHandler } from './statements/queries/get-balance-sheet';
import { GetProfitAndLossHandler } from './statements/queries/get-profit-and-loss';
import { statementsSettings } from './statements/statements.settings';

/** The books as of any past day: daily totals, trial balance, general ledger detail and financial statements. */
@Module({
  imports: [BusinessDayModule, InstitutionsModule],
  controllers: [BooksController, ReturnsController],
  providers: [
    AccountBalances,
    DailyTotals,
    DailyTotalsProofs,
    DailyTotalsStep,
    LedgerBalances,
    ReportFiles,
    ExportCreditBureauHandler,
    GetBalanceSheetHandler,
    GetReturnHandler,
    GetDatedBalanceHandler,
    GetDatedTrialBalanceHandler,
    GetProfitAndLossHandler,
    ListLedgerEntriesHandler,
  ],
})
export class BooksModule implements OnModuleInit {
  constructor(
    private readonly settings: SettingCatalogue,
    private readonly permissions: PermissionCatalogue,
  ) {}

  onModuleInit(): void {
    this.settings.register(statementsSettings);
    this.settings.register(returnsSettings);
    this.permissions.register(returnsPermissions, 'Books');
  }
}
