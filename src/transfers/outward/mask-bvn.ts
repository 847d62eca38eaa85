/** A bank verification number for people who must recognise it but not learn it: `222******78`. */
export function maskBvn(bvn: string): string {
  return `${bvn.slice(0, 3)}******${bvn.slice(-2)}`;
}
