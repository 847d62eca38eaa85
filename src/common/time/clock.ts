import { Injectable } from '@nestjs/common';

/**
 * The wall clock. Everything that needs the present time asks this provider, so that a test can subclass it and decide
 * what time it is.
 */
@Injectable()
export class Clock {
  /** The present instant. */
  now(): Date {
    return new Date();
  }
}
