/**
 * Operations of the staff's document that the console has no page for: staff use them over the API. A page takes its
 * operation off the list.
 */
export const WITHOUT_PAGE: ReadonlySet<string> = new Set<string>([]);
