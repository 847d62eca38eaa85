import { defineErrors } from '../common/errors/app-error';

/** Refusals about messages and notification templates. */
export const messagingErrors = defineErrors({
  MESSAGE_NOT_FOUND: { httpStatus: 404, message: 'There is no message with this id.' },
  MESSAGE_NOT_FAILED: { httpStatus: 409, message: 'Only a failed message can be resent; read its status.' },
  ATTACHMENTS_TOO_LARGE: {
    httpStatus: 422,
    message: 'The attachments of an e-mail may have at most 10 MB together; send fewer.',
  },
  NOTIFICATION_TEMPLATE_REFUSED: {
    httpStatus: 422,
    message: 'The notification template is not valid; correct what the message names.',
  },
});
