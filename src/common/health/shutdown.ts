import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/** Records that the process is shutting down, so that readiness fails while requests in progress finish. */
@Injectable()
export class Shutdown implements BeforeApplicationShutdown {
  private begun = false;

  get hasBegun(): boolean {
    return this.begun;
  }

  begin(): void {
    this.begun = true;
  }

  beforeApplicationShutdown(): void {
    this.begin();
  }
}
