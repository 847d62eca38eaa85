/**
 * A whole number of any size: a `number` where it is safe, otherwise a `bigint`. Equal values have one form, so `===`
 * compares. Arithmetic with bigints alone would take most of a verification's time.
 */
export type Exact = number | bigint;

/** The one form of a value. */
export function exact(value: bigint): Exact {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

export function addExact(one: Exact, other: Exact): Exact {
  if (typeof one === 'number' && typeof other === 'number') {
    const sum = one + other;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return exact(BigInt(one) + BigInt(other));
}

export function subtractExact(one: Exact, other: Exact): Exact {
  if (typeof one === 'number' && typeof other === 'number') {
    const difference = one - other;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return exact(BigInt(one) - BigInt(other));
}
