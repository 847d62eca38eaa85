import type { Row } from '../../../api/client';
import { action } from '../../../form/action';

export type Message = Row<'listMessages'>;

export const RESEND = action<Pick<Message, 'id' | 'status' | 'recipient'>>()({
  operation: 'resendMessage',
  title: 'Resend the message',
  path: ({ id }) => ({ messageID: id }),
  isFor: ({ status }) => status === 'Failed',
  consequence: ({ recipient }) => `The same text goes to ${recipient} once more.`,
  done: 'The message is queued again.',
});
