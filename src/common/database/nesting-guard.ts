import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Knows whether the calling code runs inside a unit of work, where batched posting must not start. The tests arm it and
 * so prove every path; a serving process leaves it off, because one used AsyncLocalStorage costs every promise of the
 * process a hook on Node 20 (ADR 11).
 */
class NestingGuard {
  private storage: AsyncLocalStorage<true> | undefined;

  arm(): void {
    this.storage ??= new AsyncLocalStorage<true>();
  }

  inside<T>(work: () => T): T {
    return this.storage ? this.storage.run(true, work) : work();
  }

  /** Always false while the guard is not armed. */
  isInside(): boolean {
    return this.storage?.getStore() === true;
  }
}

export const nestingGuard = new NestingGuard();
