/** Resident memory over a day, in MiB. */
export interface DayMemory {
  rssStartMib: number;
  rssMaxMib: number;
  rssEndMib: number;
}

/**
 * Keeps how much memory a process has while each step of a day runs: a day that grows with its rows is seen in the
 * ends.
 */
export class StepMemory {
  private readonly steps = new Map<string, { maxMib: number; endMib: number }>();
  private day: DayMemory | undefined;

  constructor(private readonly memoryMib: () => number) {}

  /** @param step that runs now; undefined between two steps. */
  sample(step: string | undefined): void {
    const nowMib = this.memoryMib();
    const { rssStartMib = nowMib, rssMaxMib = 0 } = this.day ?? {};
    this.day = { rssStartMib, rssMaxMib: Math.max(rssMaxMib, nowMib), rssEndMib: nowMib };
    if (step !== undefined)
      this.steps.set(step, { maxMib: Math.max(this.steps.get(step)?.maxMib ?? 0, nowMib), endMib: nowMib });
  }

  /** Empty for a step that began and ended between two samples. */
  of(step: string): { rssMaxMib?: number; rssEndMib?: number } {
    const found = this.steps.get(step);
    return found ? { rssMaxMib: found.maxMib, rssEndMib: found.endMib } : {};
  }

  ofDay(): DayMemory {
    return this.day ?? { rssStartMib: 0, rssMaxMib: 0, rssEndMib: 0 };
  }
}
