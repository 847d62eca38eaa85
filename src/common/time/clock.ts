import { Injectable } from '@nestjs/common';

/**
 * The wall clock. All code that needs the present time uses this provider, so that a test can replace it.
 */
@Injectable()
export class Clock {
  /** The present instant. */
  now(): Date {
    return new Date();
  }
}
