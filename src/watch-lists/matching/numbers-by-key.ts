const NONE: readonly number[] = [];

/** Numbers by text. Most texts of an index of names have one number, which stands without a list: 0.6 of the memory. */
export class NumbersByKey {
  private readonly numbers = new Map<string, number | number[]>();

  /** How many texts have a number. */
  get size(): number {
    return this.numbers.size;
  }

  /** Adds a number to those of a text. */
  add(key: string, number: number): void {
    const present = this.numbers.get(key);
    if (present === undefined) this.numbers.set(key, number);
    else if (typeof present === 'number') this.numbers.set(key, [present, number]);
    else present.push(number);
  }

  /** The numbers of a text, in the order in which they were added. */
  of(key: string): readonly number[] {
    const present = this.numbers.get(key);
    return present === undefined ? NONE : typeof present === 'number' ? [present] : present;
  }
}
