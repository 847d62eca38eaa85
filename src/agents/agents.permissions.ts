/** Permissions of staff for field agents. */
export const agentsPermissions = {
  viewAgents: 'view-agents',
} as const;
