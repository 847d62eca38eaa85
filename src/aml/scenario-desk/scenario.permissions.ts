/** Permissions for AML scenarios. */
export const scenarioPermissions = {
  viewScenarios: 'view-scenarios',
  manageScenarios: 'manage-scenarios',
} as const;
