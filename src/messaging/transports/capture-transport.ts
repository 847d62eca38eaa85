import { Injectable } from '@nestjs/common';
import type { DeliveryOutcome, MessageTransport } from './message-transport';

/** Stands in for a carrier in the sandbox: messages are kept where staff can read them and never leave the machine. */
@Injectable()
export class CaptureTransport implements MessageTransport {
  readonly name = 'capture';

  missingSettings(): Promise<string[]> {
    return Promise.resolve([]);
  }

  send(): Promise<DeliveryOutcome> {
    return Promise.resolve({ outcome: 'sent', providerReference: null });
  }
}
