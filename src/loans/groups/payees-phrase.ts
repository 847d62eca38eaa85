const customers = (count: number): string => `${count} ${count === 1 ? 'customer' : 'customers'}`;

/**
 * Where the money of a group goes, for the checker of its disbursement: a client may have named a ledger.
 * @param ledgerCodes the ledger that each loan is paid out to; null for the linked account
 */
export function payeesPhrase(ledgerCodes: readonly (string | null)[]): string {
  const counts = new Map<string | null, number>();
  for (const code of ledgerCodes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const linked = counts.get(null) ?? 0;
  const ledgers = [...counts]
    .filter(([code]) => code !== null)
    .map(([code, count]) => `the ledger ${code} for ${customers(count)}`);
  if (ledgers.length === 0) return customers(linked);
  return [...(linked === 0 ? [] : [`the accounts of ${customers(linked)}`]), ...ledgers].join(' and ');
}
