import { randomNumbers } from '../test/support/random-numbers';

/** Choices that a seed repeats: a run can choose the same operations and faults again. */
export class Random {
  /** The next number from 0 up to but not 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = randomNumbers(seed);
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, order: this.next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  }

  /** One of the keys, each as likely as its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const keys = Object.keys(weights) as Key[];
    let left = this.next() * keys.reduce((sum, key) => sum + weights[key], 0);
    for (const key of keys) {
      left -= weights[key];
      if (left < 0) return key;
    }
    return keys.at(-1)!;
  }

  /** An item, the first ones far more often: hot accounts and cold ones. */
  skewed<Item>(items: readonly Item[]): Item {
    return items[Math.floor(items.length * this.next() ** 2)]!;
  }
}
