/** The latency below which a share of the requests stays, in milliseconds with two digits. @param sortedMs ascending */
export function latencyAt(sortedMs: readonly number[], share: number): number {
  const index = Math.min(sortedMs.length - 1, Math.floor(sortedMs.length * share));
  return Math.round((sortedMs[index] ?? 0) * 100) / 100;
}
