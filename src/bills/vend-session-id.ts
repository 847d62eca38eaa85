/**
 * The reference of a vend at the provider, the same at every attempt. It is unique over institutions, which may share a
 * provider, and is not made again even by a restored database.
 * @returns such as `V1-20261121093012-104201`.
 */
export function vendSessionId(institutionId: number, payoutId: number, now: Date): string {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return `V${institutionId}-${stamp}-${payoutId}`;
}
