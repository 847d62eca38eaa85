/** One refused field of a request, as the API names it. */
export interface FieldError {
  field: string;
  message: string;
}

/** The path of a form's input for a field of the API: `entries[2].account` is `entries.2.account`. */
export function fieldPath(field: string): string {
  return field.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');
}

/**
 * Sorts the refused fields of an answer: those that the form shows, by path, and the others, which go into its summary.
 * A field that contains a shown one counts as other, because no input carries it.
 */
export function placeErrors(
  errors: FieldError[],
  shown: ReadonlySet<string>,
): { fields: Map<string, string>; others: FieldError[] } {
  const fields = new Map<string, string>();
  const others: FieldError[] = [];
  for (const error of errors) {
    const path = fieldPath(error.field);
    if (!shown.has(path)) others.push(error);
    else fields.set(path, [fields.get(path), error.message].filter(Boolean).join(' '));
  }
  return { fields, others };
}
