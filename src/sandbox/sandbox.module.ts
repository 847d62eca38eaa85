import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { BillsController } from './bills.controller';
import { CardsController } from './cards.controller';
import { InspectionController } from './inspection.controller';
import { SandboxLedger } from './sandbox-ledger';
import { SandboxOptions } from './sandbox-options';
import { ServicesController } from './services.controller';
import { TransfersController } from './transfers.controller';

/** A simulator of the providers' middleware: the contract of `openapi/gateway.json` with faults on demand. */
@Module({})
export class SandboxModule {
  static forRoot(options: SandboxOptions, ledger: SandboxLedger): DynamicModule {
    return {
      module: SandboxModule,
      // The inspection routes come first, because a provider's name could stand in their place.
      controllers: [InspectionController, ServicesController, TransfersController, BillsController, CardsController],
      providers: [Clock, { provide: SandboxOptions, useValue: options }, { provide: SandboxLedger, useValue: ledger }],
    };
  }
}
