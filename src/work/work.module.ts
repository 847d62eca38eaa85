import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module';
import { AuthModule } from '../auth/auth.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { DashboardController } from './dashboard/dashboard.controller';
import { DashboardFigures } from './dashboard/dashboard-figures';
import { GetDashboardHandler } from './dashboard/get-dashboard';
import { GetWorkHandler } from './get-work';
import { WorkController } from './work.controller';
import { WorkCounts } from './work-counts';
import { WorkEventsController } from './work-events.controller';
import { WorkFeed } from './work-feed';
import { WorkPositions } from './work-positions';

/** The work that waits for staff: counts, and the stream that tells open pages of the console what changes. */
@Module({
  imports: [ApprovalsModule, AuthModule, InstitutionsModule],
  controllers: [DashboardController, WorkController, WorkEventsController],
  providers: [DashboardFigures, GetDashboardHandler, WorkCounts, WorkFeed, WorkPositions, GetWorkHandler],
})
export class WorkModule {}
