/** True when the permission is held; a page or action without one is for every member of staff. */
export function may(permissions: ReadonlySet<string>, needed: string | null): boolean {
  return needed === null || permissions.has(needed);
}

/** The sentence of a page that the reader may not see. */
export function missingText(needed: string): string {
  return `You need the permission "${needed}" to see this page. An administrator who manages roles can grant it.`;
}
