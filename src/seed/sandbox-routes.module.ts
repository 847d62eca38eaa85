import { Module } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SecondPersonController } from './second-person.controller';
import { Simulations } from './simulations';
import { SimulationsController } from './simulations.controller';

/** The routes of the sandbox: its second person, and events from outside. */
@Module({
  imports: [InstitutionsModule],
  controllers: [SecondPersonController, SimulationsController],
  providers: [Simulations],
})
export class SandboxRoutesModule {}
