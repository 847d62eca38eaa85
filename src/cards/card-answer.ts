import type { GatewayAnswer } from '../common/gateway/gateway-call';
import { withoutCardNumbers } from './card-number';

/** A card as its provider shows it. */
export interface ProviderCard {
  cardReference: string;
  accountNumber: string | null;
  /** The reference of the request that linked it. */
  reference: string | null;
  /** Masked by us too, should the provider forget it. */
  maskedPan: string | null;
  status: 'Active' | 'Blocked' | 'Deleted';
  nameOnCard: string | null;
  expiryDate: string | null;
  channels: { atm: boolean; pos: boolean; web: boolean } | null;
}

/**
 * What came of a card call:
 *
 * - `done`: the provider has done it.
 * - `refused`: it looked at the request and said no.
 * - `rejected`: it turned the request down unread (4xx), for instance because of a wrong key.
 * - `not-sent` and `unknown` as the gateway means them; a code that is not final counts as unknown.
 */
export type CardAnswer =
  | { kind: 'done'; card: ProviderCard | undefined }
  | { kind: 'refused' | 'rejected'; code: string; message: string }
  | { kind: 'not-sent' | 'unknown'; message: string };

const DONE = '00';
/** Codes that say "wait" or "look it up" (NIBSS response codes); they decide nothing. */
const NOT_FINAL = new Set(['01', '02', '09', '25', '26', '68', '91', '94', '96', '97', '98']);
const MAX_MESSAGE = 300;

const textOf = (value: unknown, maxLength: number): string | null =>
  typeof value === 'string' && value !== '' ? withoutCardNumbers(value).slice(0, maxLength) : null;

function messageOf(body: Readonly<Record<string, unknown>>, otherwise: string): string {
  return textOf(body.responseMessage, MAX_MESSAGE) ?? otherwise;
}

/** A card of an answer; undefined for what is none. */
export function readProviderCard(value: unknown): ProviderCard | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { cardReference, accountNumber, reference, maskedPan, status, nameOnCard, expiryDate, channels } =
    value as Record<string, unknown>;
  if (typeof cardReference !== 'string' || cardReference === '' || cardReference.length > 100) return undefined;
  const { atm, pos, web } = (typeof channels === 'object' && channels !== null ? channels : {}) as Record<
    string,
    unknown
  >;
  const hasChannels = typeof atm === 'boolean' && typeof pos === 'boolean' && typeof web === 'boolean';
  return {
    cardReference,
    accountNumber: textOf(accountNumber, 20),
    reference: textOf(reference, 100),
    maskedPan: textOf(maskedPan, 19),
    status: status === 'Blocked' || status === 'Deleted' ? status : 'Active',
    nameOnCard: textOf(nameOnCard, 100),
    expiryDate: textOf(expiryDate, 5),
    channels: hasChannels ? { atm, pos, web } : null,
  };
}

/** Reads the answer to a call that changes a card or links one. */
export function readCardAnswer(answer: GatewayAnswer): CardAnswer {
  if (answer.outcome !== 'answered') return { kind: answer.outcome, message: `No answer: ${answer.reason}.` };
  const { status, body } = answer;
  const code =
    typeof body.responseCode === 'string' && /^[A-Za-z0-9]{1,10}$/.test(body.responseCode)
      ? body.responseCode
      : undefined;
  if (status >= 400)
    return { kind: 'rejected', code: code ?? String(status), message: messageOf(body, `HTTP status ${status}.`) };
  if (code === DONE) return { kind: 'done', card: readProviderCard(body.card) };
  if (code === undefined || NOT_FINAL.has(code))
    return { kind: 'unknown', message: messageOf(body, 'The answer is not final.') };
  return { kind: 'refused', code, message: messageOf(body, 'The provider refused.') };
}

/** The cards of a list; undefined when the answer is none. */
export function readCardList(answer: GatewayAnswer): ProviderCard[] | undefined {
  if (answer.outcome !== 'answered' || answer.status >= 400 || !Array.isArray(answer.body.cards)) return undefined;
  return answer.body.cards.map(readProviderCard).filter((card) => card !== undefined);
}
