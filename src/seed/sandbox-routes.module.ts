import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { EndOfDayModule } from '../end-of-day/end-of-day.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SandboxClock } from './sandbox-clock';
import { SandboxClockController } from './sandbox-clock.controller';
import { SandboxReset } from './sandbox-reset';
import { SandboxResetController } from './sandbox-reset.controller';
import { SecondPersonController } from './second-person.controller';
import { Simulations } from './simulations';
import { SimulationsController } from './simulations.controller';

/** The routes of the sandbox: its clock, its second person, and events from outside. */
@Module({
  imports: [AuthModule, EndOfDayModule, InstitutionsModule],
  controllers: [SandboxClockController, SandboxResetController, SecondPersonController, SimulationsController],
  providers: [SandboxClock, SandboxReset, Simulations],
})
export class SandboxRoutesModule {}
