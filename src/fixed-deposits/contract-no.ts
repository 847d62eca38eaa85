/** The contract number of a term of a deposit. */
export function contractNoOf(accountNumber: string, term: number): string {
  return `FD-${accountNumber}-${String(term).padStart(2, '0')}`;
}
