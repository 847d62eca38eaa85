import { Injectable } from '@nestjs/common';
import type { DeliveryOutcome, MessageTransport } from './message-transport';

/** Replaces a carrier in the sandbox: messages stay on the server, where staff can read them. */
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
