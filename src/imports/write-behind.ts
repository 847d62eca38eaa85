/** Writes one batch while its caller prepares the next. At most one write is under way. */
export class WriteBehind {
  private last: Promise<unknown> = Promise.resolve();

  /** Begins the write when the one before has ended. @throws the error of the one before */
  async add(write: () => Promise<unknown>): Promise<void> {
    await this.last;
    this.last = write();
    // Its error is thrown by the next call; until then it must not count as unhandled.
    this.last.catch(() => undefined);
  }

  /** @throws the error of the last write */
  async end(): Promise<void> {
    await this.last;
  }
}
