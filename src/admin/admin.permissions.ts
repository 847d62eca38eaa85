/** What staff may be allowed to see of the system's own records. */
export const adminPermissions = {
  viewAuditLog: 'view-audit-log',
} as const;
