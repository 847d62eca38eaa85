/** The names of the fields that a change sends, null included. */
export function changedCustomerFields({ customerID, ...fields }: { customerID: string }): string[] {
  return Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]));
}
