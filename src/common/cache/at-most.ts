/**
 * The limit of a large LRU cache, in entries. Under `max`, a cache takes the memory of all its entries when it is made:
 * 25 MB and a tenth of a second for those of a server.
 */
export function atMost(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
