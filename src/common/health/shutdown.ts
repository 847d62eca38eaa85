import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/** Knows that the process has been told to stop, so that readiness can say so while requests in progress finish. */
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
