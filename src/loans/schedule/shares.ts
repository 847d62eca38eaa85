/**
 * Takes equal shares from a total until it is used up; the last share is what is left, so that they add up exactly.
 *
 * @param share a rounded share, 0 or more.
 * @returns `count` amounts. A share rounded up can use the total up early; the rest are then 0 rather than negative.
 */
export function shares(total: bigint, share: bigint, count: number): bigint[] {
  let left = total;
  return Array.from({ length: count }, (_, index) => {
    const taken = index === count - 1 || share > left ? left : share;
    left -= taken;
    return taken;
  });
}

/** The sum of amounts. */
export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
