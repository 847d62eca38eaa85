import { Module } from '@nestjs/common';
import { EndOfDayModule } from '../end-of-day/end-of-day.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SandboxClock } from './sandbox-clock';
import { SandboxClockController } from './sandbox-clock.controller';
import { SecondPersonController } from './second-person.controller';
import { Simulations } from './simulations';
import { SimulationsController } from './simulations.controller';

/** The routes of the sandbox: its clock, its second person, and events from outside. */
@Module({
  imports: [EndOfDayModule, InstitutionsModule],
  controllers: [SandboxClockController, SecondPersonController, SimulationsController],
  providers: [SandboxClock, Simulations],
})
export class SandboxRoutesModule {}
