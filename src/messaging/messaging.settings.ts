import type { SettingDefinition } from '../institutions/settings/setting-definition';

const SMTP_SECURITIES = ['none', 'starttls', 'tls'] as const;

/** Configuration keys of the SMS gateway. */
export const SMS_KEYS = [
  'SMS_ENABLED',
  'SMS_BASE_URL',
  'SMS_SHARED_GATEWAY_KEY',
  'SMS_HEADERS_JSON',
  'SMS_SENDER_ID',
] as const;

/** Configuration keys of the mail server. */
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

/** Configuration of messaging. All channels are off until an institution switches them on. */
export const messagingSettings: readonly SettingDefinition[] = [
  { key: 'SMS_ENABLED', type: 'boolean', secret: false, default: 'false', description: 'Switches SMS on.' },
  {
    key: 'SMS_BASE_URL',
    type: 'url',
    secret: false,
    description: 'Address of the SMS gateway; messages go to /sms/messages below it.',
  },
  {
    key: 'SMS_SHARED_GATEWAY_KEY',
    type: 'text',
    secret: true,
    sentTo: ['SMS_BASE_URL'],
    description: 'Key shared with the SMS gateway.',
  },
  {
    key: 'SMS_HEADERS_JSON',
    type: 'headers',
    secret: true,
    sentTo: ['SMS_BASE_URL'],
    description: 'Headers sent with each SMS.',
  },
  {
    key: 'SMS_SENDER_ID',
    type: 'text',
    secret: false,
    onePerson: true,
    description: 'The sender id of SMS, as registered with the mobile operators.',
  },
  { key: 'EMAIL_ENABLED', type: 'boolean', secret: false, default: 'false', description: 'Switches e-mails on.' },
  { key: 'EMAIL_SMTP_HOST', type: 'host', secret: false, description: 'Host of the mail server.' },
  { key: 'EMAIL_SMTP_PORT', type: 'port', secret: false, default: '587', description: 'Port of the mail server.' },
  {
    key: 'EMAIL_SMTP_SECURITY',
    type: 'choice',
    allowed: SMTP_SECURITIES,
    secret: false,
    default: 'starttls',
    description:
      'starttls, tls (from the first byte, port 465), or none, which is refused unless private addresses are allowed.',
  },
  {
    key: 'EMAIL_SMTP_USER',
    type: 'text',
    secret: false,
    description: 'User name at the mail server, if it requires one.',
  },
  {
    key: 'EMAIL_SMTP_PASSWORD',
    type: 'text',
    secret: true,
    sentTo: ['EMAIL_SMTP_HOST', 'EMAIL_SMTP_PORT'],
    description: 'Password at the mail server.',
  },
  {
    key: 'EMAIL_FROM',
    type: 'email',
    secret: false,
    onePerson: true,
    description: "Sender address of e-mails. The sender name is the institution's.",
  },
  {
    key: NOTIFICATIONS_ENABLED,
    type: 'boolean',
    secret: false,
    default: 'false',
    description:
      'Switches notifications of transfers and bill payments to customers on. Staff are always notified of problems.',
  },
];
