import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { BillsSimulatorController } from './bills-simulator.controller';
import { CardsSimulatorController } from './cards-simulator.controller';
import { InspectionController } from './inspection.controller';
import { SandboxLedger } from './sandbox-ledger';
import { SandboxOptions } from './sandbox-options';
import { ServicesController } from './services.controller';
import { TransfersSimulatorController } from './transfers-simulator.controller';

/** A simulator of the providers' middleware: `openapi/gateway.json` with faults on demand. */
@Module({})
export class SandboxModule {
  static forRoot(options: SandboxOptions, ledger: SandboxLedger): DynamicModule {
    return {
      module: SandboxModule,
      // The inspection routes come first, because a provider's name could take their place.
      controllers: [
        InspectionController,
        ServicesController,
        TransfersSimulatorController,
        BillsSimulatorController,
        CardsSimulatorController,
      ],
      providers: [Clock, { provide: SandboxOptions, useValue: options }, { provide: SandboxLedger, useValue: ledger }],
    };
  }
}
