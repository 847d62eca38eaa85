/** Permission to export lists; each list needs its own permission besides. */
export const exportsPermissions = {
  exportLists: 'export-lists',
} as const;
