/**
 * A party that an account has paid, as a row of its own: payees may be many, and the first payment to one stays known
 * for ever. Times are milliseconds since 1970 in UTC.
 */
export interface PayeeRow {
  accountId: number;
  payeeKey: string;
  firstAt: number;
  lastAt: number;
}

/** `lastAt` is for cleaning only, so it is written at most once a day: a usual payee then costs no write. */
const REFRESH_MS = 86_400_000;

/**
 * The row of a payee after an outflow to it: undefined when the stored row needs no write.
 * @param row the stored row, undefined when the account has not paid this payee
 */
export function payeeAfter(
  row: PayeeRow | undefined,
  payment: { accountId: number; payeeKey: string; at: number },
): PayeeRow | undefined {
  const { accountId, payeeKey, at } = payment;
  if (!row) return { accountId, payeeKey, firstAt: at, lastAt: at };
  return at - row.lastAt < REFRESH_MS ? undefined : { ...row, lastAt: at };
}
