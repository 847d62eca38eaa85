const ABBREVIATIONS = new Set(['aml', 'api', 'nfiu']);

/**
 * The title of a permission for people, from its name: `manage-api-clients` is "Manage API clients".
 *
 * @param name words in lower case joined by hyphens.
 */
export function permissionTitle(name: string): string {
  const words = name.split('-').map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word));
  const title = words.join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/**
 * Whether a permission is sensitive (docs/api/institutions.md#roles-and-permissions): a route that needs it demands a
 * recent proof, or it decides on what other people have asked for.
 *
 * @param steppedUp the permissions of all routes that demand a recent proof.
 */
export function isSensitivePermission(name: string, steppedUp: ReadonlySet<string>): boolean {
  return steppedUp.has(name) || name.startsWith('approve-');
}
