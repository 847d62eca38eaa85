import { Module } from '@nestjs/common';
import { BusinessDayModule } from '../../business-day/business-day.module';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { DormancyStep } from './dormancy.step';

/** Makes accounts dormant that their customers no longer use. */
@Module({
  imports: [BusinessDayModule, InstitutionsModule],
  providers: [DormancyStep],
})
export class DormancyModule {}
