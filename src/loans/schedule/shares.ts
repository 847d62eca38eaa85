/**
 * Divides a total into equal shares; the last share takes the rest, so that they add up exactly.
 *
 * @param share a rounded share, 0 or more.
 * @returns `count` amounts. If a share was rounded up, the total may be used up early; later shares are then 0.
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
