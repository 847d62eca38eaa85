import { Injectable } from '@nestjs/common';

const DAY_MS = 86_400_000;

/**
 * Real time and institution time. All code that needs the present time uses this provider, so that a test can replace
 * it. Each use is sorted in `test/architecture/times.spec.ts` (docs/adr/0029-institution-time.md).
 */
@Injectable()
export class Clock {
  /**
   * Days by which the time of a sandbox institution is ahead, or behind when negative. An institution that was never
   * moved has no entry.
   */
  private readonly daysAhead = new Map<number, number>();

  /** The present instant, for tokens, sessions, codes, signatures, leases, provider calls and the audit log. */
  now(): Date {
    return new Date();
  }

  /** The instant at which the institution is: the present one, except where a sandbox institution was moved. */
  institutionNow(institutionId: number): Date {
    return new Date(this.now().getTime() + this.aheadMs(institutionId));
  }

  /** The real instant at which the institution's clock shows `instant`. */
  realTimeOf(institutionId: number, instant: Date): Date {
    return new Date(instant.getTime() - this.aheadMs(institutionId));
  }

  /** Takes over what a transaction of the institution read. Clocks never go back, so a lower number is older. */
  learn(institutionId: number, daysAhead: number): void {
    const known = this.daysAhead.get(institutionId);
    if (known === undefined ? daysAhead !== 0 : daysAhead > known) this.daysAhead.set(institutionId, daysAhead);
  }

  private aheadMs(institutionId: number): number {
    return (this.daysAhead.get(institutionId) ?? 0) * DAY_MS;
  }
}
