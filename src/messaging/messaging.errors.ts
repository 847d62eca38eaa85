import { defineErrors } from '../common/errors/app-error';

/** Refusals of messages and notification templates. */
export const messagingErrors = defineErrors({
  MESSAGE_NOT_FOUND: { httpStatus: 404, message: 'There is no such message.' },
  MESSAGE_NOT_FAILED: { httpStatus: 409, message: 'Only a message that failed can be sent again.' },
  ATTACHMENTS_TOO_LARGE: {
    httpStatus: 422,
    message: 'The attachments of an e-mail may have at most 10 MB altogether.',
  },
  NOTIFICATION_TEMPLATE_REFUSED: { httpStatus: 422, message: 'The template cannot be used.' },
});
