/** A bank verification number with its middle hidden: `222******78`. */
export function maskBvn(bvn: string): string {
  return `${bvn.slice(0, 3)}******${bvn.slice(-2)}`;
}
