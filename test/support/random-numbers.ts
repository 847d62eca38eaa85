import fc from 'fast-check';

const BELOW = 2 ** 31;

/** Numbers from 0 up to but not 1 that look random and are the same in every run with the seed. */
export function randomNumbers(seed: number): () => number {
  const whole = fc.noBias(fc.integer({ min: 0, max: BELOW - 1 }));
  const [numbers] = fc.sample(fc.infiniteStream(whole, { noHistory: true }), { seed, numRuns: 1 });
  return () => numbers!.next().value / BELOW;
}
