/** The names of the fields that a change sends, null included. */
export function changedFields({ customerID, ...fields }: { customerID: string }): string[] {
  return Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]));
}
