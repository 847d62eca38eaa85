/** Digits in groups, as letters and spreadsheets have the numbers of accounts and telephones. */
const GROUPED = /^\+?\d+(\s+\d+)+$/;
/** Fields of such numbers; a reference may have spaces of its own. */
const OF_NUMBER = /((Account|Linked|Phone)Number|CustomerID)$/i;

/**
 * A number without the spaces between its digits; any other text as it is, without spaces around it. Hyphens stay: the
 * code of a ledger may have them.
 */
export function ungrouped(text: string): string {
  const typed = text.trim();
  return GROUPED.test(typed) ? typed.replace(/\s+/g, '') : typed;
}

/** True for the name of a field that has the number of an account, a customer or a telephone. */
export function isNumberField(name: string): boolean {
  return OF_NUMBER.test(name);
}
