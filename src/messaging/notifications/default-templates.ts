import type { MessageChannel } from '../message.entity';
import type { NotificationEvent } from './notification-events';

/** The text of a template. For an SMS, the subject is null and the body is never HTML. */
export interface TemplateText {
  subject: string | null;
  body: string;
  isHtml: boolean;
}

const BENEFICIARY = '{{account_name_to}}, {{account_number_to}}, {{bank_to}}';
const BILL =
  '{{biller_name}}{{#package_name}} {{package_name}}{{/package_name}} ' +
  'for {{customer_id}}{{#customer_name}} ({{customer_name}}){{/customer_name}}';
const TOKEN = '{{#token}} Token: {{token}}{{#token_units}} ({{token_units}} units){{/token_units}}.{{/token}}';
const BALANCE = '{{#balance}} Balance: {{balance}}.{{/balance}}';

const SMS: Record<NotificationEvent, string> = {
  'transfer.debit':
    `Debit {{amount}} on {{account}} to ${BENEFICIARY}. {{narration_originator}}. ` +
    `Ref {{reference}}. {{date}}.${BALANCE}`,
  'transfer.credit':
    'Credit {{amount}} on {{account}} from {{account_name_from}}. {{narration_beneficiary}}. ' +
    `Ref {{reference}}. {{date}}.${BALANCE}`,
  'transfer.reversed':
    `Reversed: {{amount}} is back on {{account}}. Your transfer to ${BENEFICIARY} failed. ` +
    `Ref {{reference}}. {{date}}.${BALANCE}`,
  'bills.vended': `Paid {{amount}} from {{account}}: ${BILL}.${TOKEN} Ref {{reference}}. {{date}}.${BALANCE}`,
  'bills.token': `For your payment of {{amount}}: ${BILL}.${TOKEN} Ref {{reference}}. {{date}}.`,
  'bills.reversed':
    `Reversed: {{amount}} is back on {{account}}. Your payment of ${BILL} failed. ` +
    `Ref {{reference}}. {{date}}.${BALANCE}`,
  'bills.attention':
    'Bill payment {{reference}} of {{amount}} needs attention: ' + `${BILL}, status {{vend_status}}. {{date}}.`,
};

const SUBJECTS: Record<NotificationEvent, string> = {
  'transfer.debit': 'Debit of {{amount}} on {{account}}',
  'transfer.credit': 'Credit of {{amount}} on {{account}}',
  'transfer.reversed': 'Transfer of {{amount}} reversed',
  'bills.vended': 'Payment of {{amount}} to {{biller_name}}',
  'bills.token': 'Token for your payment to {{biller_name}}',
  'bills.reversed': 'Payment of {{amount}} to {{biller_name}} reversed',
  'bills.attention': 'Bill payment {{reference}} needs attention',
};

const OPENINGS: Record<NotificationEvent, string> = {
  'transfer.debit': 'Money was sent from your account.',
  'transfer.credit': 'Money arrived on your account.',
  'transfer.reversed': 'Your transfer failed. The money is back on your account.',
  'bills.vended': 'Your bill is paid.',
  'bills.token': 'The token of your bill payment has come.',
  'bills.reversed': 'Your bill payment failed. The money is back on your account.',
  'bills.attention': 'A bill payment needs the attention of staff.',
};

/** A line that appears only when the variable has a value. Mustache removes lines with nothing but a section tag. */
const optionalLine = (variable: string, line: string): string => `{{#${variable}}}\n${line}\n{{/${variable}}}`;

const TRANSFER_LINES = [
  'To: {{account_name_to}}',
  'Account: {{account_number_to}}',
  'Bank: {{bank_to}}',
  'From: {{account_name_from}}',
  optionalLine('narration_originator', 'Narration: {{narration_originator}}'),
];
const BILLS_LINES = [
  'Biller: {{biller_name}}',
  optionalLine('package_name', 'Package: {{package_name}}'),
  'Customer: {{customer_id}}{{#customer_name}}, {{customer_name}}{{/customer_name}}',
  optionalLine('token', 'Token: {{token}}{{#token_units}} ({{token_units}} units){{/token_units}}'),
  optionalLine('vend_status', 'Status: {{vend_status}}'),
];

function emailBody(event: NotificationEvent): string {
  const lines = event.startsWith('bills.') ? BILLS_LINES : TRANSFER_LINES;
  const details = [
    'Amount: {{amount}}',
    optionalLine('account', 'Your account: {{account}}'),
    ...lines,
    'Reference: {{reference}}',
    'Date: {{date}}',
    optionalLine('balance', 'Balance: {{balance}}'),
  ];
  return [OPENINGS[event], '', ...details, '', '{{institution}}'].join('\n');
}

/** The default template, which applies until an institution sets its own. */
export function defaultTemplate(event: NotificationEvent, channel: MessageChannel): TemplateText {
  return channel === 'sms'
    ? { subject: null, body: SMS[event], isHtml: false }
    : { subject: SUBJECTS[event], body: emailBody(event), isHtml: false };
}
