import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const SMTP_SECURITIES = ['none', 'starttls', 'tls'] as const;

/** Keys of the SMS gateway. */
export const SMS_KEYS = [
  'SMS_ENABLED',
  'SMS_BASE_URL',
  'SMS_SHARED_GATEWAY_KEY',
  'SMS_HEADERS_JSON',
  'SMS_SENDER_ID',
] as const;

/** Keys of the mail server. */
export const EMAIL_KEYS = [
  'EMAIL_ENABLED',
  'EMAIL_SMTP_HOST',
  'EMAIL_SMTP_PORT',
  'EMAIL_SMTP_SECURITY',
  'EMAIL_SMTP_USER',
  'EMAIL_SMTP_PASSWORD',
  'EMAIL_FROM',
] as const;

export const NOTIFICATIONS_ENABLED = 'NOTIFICATIONS_ENABLED';

/** Configuration of messaging. Everything is off until an institution turns it on. */
export const messagingSettings: readonly SettingDefinition[] = [
  { key: 'SMS_ENABLED', type: 'boolean', secret: false, default: 'false', description: 'Whether SMS are sent.' },
  {
    key: 'SMS_BASE_URL',
    type: 'url',
    secret: false,
    description: 'Address of the SMS gateway; messages go to /sms/messages below it.',
  },
  { key: 'SMS_SHARED_GATEWAY_KEY', type: 'text', secret: true, description: 'Key shared with the SMS gateway.' },
  { key: 'SMS_HEADERS_JSON', type: 'headers', secret: true, description: 'Headers sent with each SMS.' },
  {
    key: 'SMS_SENDER_ID',
    type: 'text',
    secret: false,
    description: 'The sender that SMS show, as it is registered with the operators.',
  },
  { key: 'EMAIL_ENABLED', type: 'boolean', secret: false, default: 'false', description: 'Whether e-mails are sent.' },
  { key: 'EMAIL_SMTP_HOST', type: 'host', secret: false, description: 'The mail server.' },
  { key: 'EMAIL_SMTP_PORT', type: 'port', secret: false, default: '587', description: 'Port of the mail server.' },
  {
    key: 'EMAIL_SMTP_SECURITY',
    type: 'choice',
    allowed: SMTP_SECURITIES,
    secret: false,
    default: 'starttls',
    description:
      'starttls, tls from the first byte (port 465), or none, which is refused unless private addresses are allowed.',
  },
  {
    key: 'EMAIL_SMTP_USER',
    type: 'text',
    secret: false,
    description: 'User name at the mail server, if it asks for one.',
  },
  { key: 'EMAIL_SMTP_PASSWORD', type: 'text', secret: true, description: 'Password at the mail server.' },
  {
    key: 'EMAIL_FROM',
    type: 'email',
    secret: false,
    description: "Address that e-mails come from; the name shown is the institution's.",
  },
  {
    key: NOTIFICATIONS_ENABLED,
    type: 'boolean',
    secret: false,
    default: 'false',
    description:
      'Whether customers are told of transfers and bill payments. Staff are told of what needs attention all the same.',
  },
];
