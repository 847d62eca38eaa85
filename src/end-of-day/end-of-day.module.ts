import { Module, type OnModuleInit } from '@nestjs/common';
import { BusinessDayModule } from '../business-day/business-day.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { BusinessDateRolls } from './business-date-rolls';
import { RerunExceptionsHandler } from './commands/rerun-exceptions';
import { RunEndOfDayHandler } from './commands/run-end-of-day';
import { DayCloser } from './day-closer';
import { DayProver } from './day-prover';
import { EndOfDayController } from './end-of-day.controller';
import { endOfDayPermissions } from './end-of-day.permissions';
import { endOfDaySettings } from './end-of-day.settings';
import { EndOfDayGauges } from './end-of-day-gauges';
import { EndOfDayReader } from './end-of-day-reader';
import { EndOfDayScheduler } from './end-of-day-scheduler';
import { EndOfDayWorker } from './end-of-day-worker';
import { InstitutionClocks } from './institution-clocks';
import { OpenExceptions } from './open-exceptions';
import { AccountingPeriods } from './periods/accounting-periods';
import { AccountingPeriodsController } from './periods/accounting-periods.controller';
import { ClosePeriodSubject } from './periods/close-period-subject';
import { ClosePeriodHandler } from './periods/commands/close-period';
import { PeriodCloser } from './periods/period-closer';
import { PeriodProofs } from './periods/period-proofs';
import { ListAccountingPeriodsHandler } from './periods/queries/list-accounting-periods';
import { GetEndOfDayProgressHandler } from './queries/get-end-of-day-progress';
import { ListEndOfDayExceptionsHandler } from './queries/list-end-of-day-exceptions';
import { ListEndOfDaysHandler } from './queries/list-end-of-days';
import { StepRerunWorker } from './step-rerun-worker';
import { StepRuns } from './step-runs';

/** The end of day: the roll of the business date, the steps and the proof; and accounting periods. */
@Module({
  imports: [BusinessDayModule, InstitutionsModule],
  controllers: [EndOfDayController, AccountingPeriodsController],
  providers: [
    AccountingPeriods,
    BusinessDateRolls,
    ClosePeriodSubject,
    DayCloser,
    DayProver,
    EndOfDayGauges,
    EndOfDayReader,
    EndOfDayScheduler,
    EndOfDayWorker,
    InstitutionClocks,
    OpenExceptions,
    PeriodCloser,
    PeriodProofs,
    StepRerunWorker,
    StepRuns,
    ClosePeriodHandler,
    RerunExceptionsHandler,
    RunEndOfDayHandler,
    GetEndOfDayProgressHandler,
    ListAccountingPeriodsHandler,
    ListEndOfDayExceptionsHandler,
    ListEndOfDaysHandler,
  ],
  exports: [BusinessDateRolls, InstitutionClocks],
})
export class EndOfDayModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(endOfDayPermissions, 'End of day and periods');
    this.settings.register(endOfDaySettings);
  }
}
