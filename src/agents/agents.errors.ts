import { defineErrors } from '../common/errors/app-error';

/** Refusals around agents. */
export const agentsErrors = defineErrors({
  AGENT_NOT_FOUND: { httpStatus: 404, message: 'There is no such agent.' },
  AGENT_NOT_ACTIVE: { httpStatus: 422, message: 'agentCode must be the code of an active agent.' },
  AGENT_IN_USE: {
    httpStatus: 409,
    message: 'Something is attributed to the agent, so the agent cannot be deleted; change the status instead.',
  },
});
