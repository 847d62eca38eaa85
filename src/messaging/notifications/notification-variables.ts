import { formatNaira } from '../../common/money/naira';
import type { MessageChannel } from '../message.entity';
import { metadataVariables, type NotificationEvent } from './notification-events';
import type { TemplateVariables } from './template-renderer';

/** What a notification tells of; amounts in kobo as decimal text, so that it survives JSON. */
export interface NotificationFacts {
  event: NotificationEvent;
  accountNumber: string | null;
  amountKobo: string | null;
  /** After the movement. */
  balanceKobo: string | null;
  reference: string;
  /** When it happened, ISO 8601. */
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

/** All but the last four characters covered: enough for the holder to know which account it is. */
export function maskAccount(number: string): string {
  const covered = Math.max(0, number.length - SHOWN_DIGITS);
  return '*'.repeat(covered) + number.slice(covered);
}

/** Values come from customers: no line breaks or other control characters, and no more than a line. */
function plain(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
  return String(value)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, VALUE_MAX_LENGTH)
    .toWellFormed();
}

/** In an SMS `NGN`, because the naira sign would more than double what the SMS costs. */
function money(kobo: string | null, channel: MessageChannel): string {
  if (kobo === null) return '';
  const text = formatNaira(BigInt(kobo));
  return channel === 'sms' ? text.replace('₦', 'NGN') : text;
}

function dateAndTime(at: string, timeZone: string): string {
  // Swedish writes dates as ISO 8601 does.
  return new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}

/** The variables of a template: the metadata fields it may name, and the facts every notification has. */
export function notificationVariables(
  { event, metadata, accountNumber, ...facts }: NotificationFacts,
  { institution, channel }: Addressee,
): TemplateVariables {
  const fields = Object.fromEntries(metadataVariables(event).map((name) => [name, plain(metadata[name])]));
  return {
    ...fields,
    // Whoever receives money learns who sent it, not from which account.
    ...(fields.account_number_from ? { account_number_from: maskAccount(fields.account_number_from) } : {}),
    amount: money(facts.amountKobo, channel),
    balance: money(facts.balanceKobo, channel),
    account: accountNumber === null ? '' : maskAccount(accountNumber),
    date: dateAndTime(facts.at, institution.timeZone),
    reference: plain(facts.reference),
    institution: plain(institution.name),
  };
}
