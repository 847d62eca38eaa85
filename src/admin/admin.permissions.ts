/** What staff may be allowed to do with the system's own records. */
export const adminPermissions = {
  viewAuditLog: 'view-audit-log',
  viewDeadLetters: 'view-dead-letters',
  manageDeadLetters: 'manage-dead-letters',
} as const;
