import type { RetentionKind } from '../institutions/retention/retention-setting';

/** Texts and recipients of messages. No law demands a period. */
export const MESSAGE_RETENTION: RetentionKind = {
  name: 'messages',
  title: 'SMS and e-mails, with text and recipient',
  setting: 'RETENTION_MESSAGES_DAYS',
  unit: 'days',
  byDefault: 365,
  rows: { table: 'message', key: 'id', where: 'created_at < now() - make_interval(days => $2)' },
};
