import { Module } from '@nestjs/common';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { DormancyStep } from './dormancy-step';

/** Accounts that their customers no longer use. */
@Module({
  imports: [InstitutionsModule],
  providers: [DormancyStep],
})
export class DormancyModule {}
