/** Permissions of staff for the audit log and dead letters. */
export const adminPermissions = {
  viewAuditLog: 'view-audit-log',
  viewDeadLetters: 'view-dead-letters',
  manageDeadLetters: 'manage-dead-letters',
} as const;
