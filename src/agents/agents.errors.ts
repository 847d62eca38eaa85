import { defineErrors } from '../common/errors/app-error';

/** Refusals about agents. */
export const agentsErrors = defineErrors({
  AGENT_NOT_FOUND: { httpStatus: 404, message: 'There is no agent with this id or agentCode.' },
  AGENT_NOT_ACTIVE: { httpStatus: 422, message: 'agentCode must be the code of an active agent.' },
  AGENT_IN_USE: {
    httpStatus: 409,
    message: 'Records are attributed to the agent, so the agent cannot be deleted; change the status instead.',
  },
});
