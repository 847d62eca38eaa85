import type { Message } from './message.entity';
import type { MessageRowView, MessageView } from './messages.dto';
import type { MessageStatusView, QueuedMessageView } from './messaging.dto';
import { smsSegments } from './sms-segments';

/** Shown in place of a one-time code. */
const CONFIDENTIAL = '********';

const segmentsOf = ({ channel, body }: Message): number | null => (channel === 'sms' ? smsSegments(body) : null);

/** The answer for a message that a client queued. */
export function queuedMessageView(message: Message): QueuedMessageView {
  return { messageID: message.id, status: message.status, recipient: message.recipient, segments: segmentsOf(message) };
}

/** The status of a message for its client. The carrier's texts are for staff only. */
export function messageStatusView(message: Message): MessageStatusView {
  const { channel, attempts, createdAt, sentAt } = message;
  return {
    ...queuedMessageView(message),
    channel,
    attempts,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}

/** A row of the list for staff. */
export function messageRowView(message: Message): MessageRowView {
  const {
    id,
    channel,
    status,
    recipient,
    subject,
    accountNumber,
    event,
    requestedBy,
    transport,
    attempts,
    failureReason,
    providerReference,
  } = message;
  return {
    id,
    channel,
    status,
    recipient,
    subject,
    accountNumber,
    event,
    requestedBy,
    transport,
    attempts,
    failureReason,
    providerReference,
    segments: segmentsOf(message),
    createdAt: message.createdAt.toISOString(),
    lastAttemptAt: message.lastAttemptAt?.toISOString() ?? null,
    sentAt: message.sentAt?.toISOString() ?? null,
  };
}

/** A message with its content, for staff. */
export function messageView(message: Message): MessageView {
  const { body, sealed, isHtml, attachments } = message;
  return { ...messageRowView(message), body: sealed ? CONFIDENTIAL : body, isHtml, attachments };
}
