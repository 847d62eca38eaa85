import { formatNaira } from '../../common/money/naira';
import type { MessageChannel } from '../message.entity';
import { metadataVariables, type NotificationEvent } from './notification-events';
import type { TemplateVariables } from './template-renderer';

/** The data of a notification. Amounts are kobo as decimal text, because it is stored as JSON. */
export interface NotificationFacts {
  event: NotificationEvent;
  accountNumber: string | null;
  amountKobo: string | null;
  /** Balance after the movement. */
  balanceKobo: string | null;
  reference: string;
  /** Time of the event, ISO 8601. */
  at: string;
  /** The transaction's additional metadata. */
  metadata: Readonly<Record<string, unknown>>;
}

interface Addressee {
  institution: { name: string; timeZone: string };
  channel: MessageChannel;
}

const VALUE_MAX_LENGTH = 300;
const SHOWN_DIGITS = 4;

/** Masks all but the last four characters, by which the holder recognises the account. */
export function maskAccount(number: string): string {
  const maskedLength = Math.max(0, number.length - SHOWN_DIGITS);
  return '*'.repeat(maskedLength) + number.slice(maskedLength);
}

/** A value on one line of limited length, without control characters, because values come from customers. */
function singleLine(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
  return String(value)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, VALUE_MAX_LENGTH)
    .toWellFormed();
}

/** Formats an amount. An SMS has `NGN`, because the naira sign would more than double its cost. */
function money(kobo: string | null, channel: MessageChannel): string {
  if (kobo === null) return '';
  const text = formatNaira(BigInt(kobo));
  return channel === 'sms' ? text.replace('₦', 'NGN') : text;
}

function dateAndTime(at: string, timeZone: string): string {
  // The Swedish locale writes dates like ISO 8601.
  return new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}

/** The variables of a template: its metadata fields and the variables of every notification. */
export function notificationVariables(
  { event, metadata, accountNumber, ...facts }: NotificationFacts,
  { institution, channel }: Addressee,
): TemplateVariables {
  const fields = Object.fromEntries(metadataVariables(event).map((name) => [name, singleLine(metadata[name])]));
  return {
    ...fields,
    // The beneficiary sees the sender's name, but not the sender's whole account number.
    ...(fields.account_number_from ? { account_number_from: maskAccount(fields.account_number_from) } : {}),
    amount: money(facts.amountKobo, channel),
    balance: money(facts.balanceKobo, channel),
    account: accountNumber === null ? '' : maskAccount(accountNumber),
    date: dateAndTime(facts.at, institution.timeZone),
    reference: singleLine(facts.reference),
    institution: singleLine(institution.name),
  };
}
