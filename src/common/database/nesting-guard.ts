import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Detects calls from inside a unit of work, where batched posting must not start. The tests arm it to check every path;
 * a serving process leaves it off, because a single AsyncLocalStorage adds a hook to every promise of the process on
 * Node 20 (`docs/adr/0011-no-async-local-storage.md`).
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
