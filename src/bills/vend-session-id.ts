/**
 * What the provider knows a vend by, the same at every attempt: unique over institutions, which may share a provider, and
 * never made again, even by a database that was restored.
 * @returns such as `V1-20261121093012-104201`.
 */
export function vendSessionId(institutionId: number, payoutId: number, now: Date): string {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return `V${institutionId}-${stamp}-${payoutId}`;
}
