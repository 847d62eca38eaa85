const BAR_WIDTH = 24;
const SHOWN_EVERY_MS = 500;

/** A line on a terminal that shows how far an import is, and the time that its step still needs. */
export class ImportProgress {
  private step = '';
  private total: number | undefined;
  private done = 0;
  private beganAt = 0;
  private shownAt = 0;

  constructor(
    private readonly write: ((text: string) => void) | undefined,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param total the lines of the step, when they are known */
  begin(step: string, total?: number): void {
    this.end();
    Object.assign(this, { step, total, done: 0, beganAt: this.now(), shownAt: 0 });
  }

  add(count: number): void {
    this.done += count;
    if (this.now() - this.shownAt < SHOWN_EVERY_MS) return;
    this.shownAt = this.now();
    this.write?.(`\r${this.text()}\u001B[K`);
  }

  end(): void {
    if (this.step !== '' && this.done > 0) this.write?.(`\r${this.text()}\u001B[K\n`);
    this.step = '';
  }

  private text(): string {
    const seconds = (this.now() - this.beganAt) / 1000;
    const perSecond = seconds > 0 ? this.done / seconds : 0;
    const rate = `${Math.round(perSecond)}/s`;
    if (this.total === undefined || this.total === 0) return `${this.step}: ${this.done} lines, ${rate}`;
    const part = Math.min(this.done / this.total, 1);
    const bar = '#'.repeat(Math.round(part * BAR_WIDTH)).padEnd(BAR_WIDTH, '.');
    const left = perSecond > 0 ? `${Math.ceil((this.total - this.done) / perSecond)} s left` : 'time left unknown';
    return `${this.step}: [${bar}] ${this.done} of ${this.total}, ${rate}, ${left}`;
  }
}
