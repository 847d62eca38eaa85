import type { GatewayAnswer } from '../common/gateway/gateway-call';
import { providerText } from '../common/text/provider-text';
import { withoutCardNumbers } from './card-number';

/** A card in the answer of its provider. */
export interface ProviderCard {
  cardReference: string;
  accountNumber: string | null;
  /** The reference of the request that linked it. */
  reference: string | null;
  /** Masked here too, in case the provider returns the whole number. */
  maskedPan: string | null;
  status: 'Active' | 'Blocked' | 'Deleted';
  nameOnCard: string | null;
  expiryDate: string | null;
  channels: { atm: boolean; pos: boolean; web: boolean } | null;
}

/**
 * The outcome of a card call:
 *
 * - `done`: the provider carried it out.
 * - `refused`: the provider processed the request and refused it.
 * - `rejected`: the provider rejected the request unprocessed (4xx), for instance because of a wrong key.
 * - `not-sent` and `unknown` are the gateway's outcomes; a code that is not final counts as unknown.
 */
export type CardAnswer =
  | { kind: 'done'; card: ProviderCard | undefined }
  | { kind: 'refused' | 'rejected'; code: string; message: string }
  | { kind: 'not-sent' | 'unknown'; message: string };

const DONE = '00';
/** NIBSS response codes that are not final. */
const NOT_FINAL = new Set(['01', '02', '09', '25', '26', '68', '91', '92', '94', '96', '97', '98', '99']);
const MAX_MESSAGE = 300;

/** Card numbers are masked before the text is cut, because a cut number would not be recognised. */
const textOf = (value: unknown, maxLength: number): string | null =>
  providerText(typeof value === 'string' ? withoutCardNumbers(value) : value, maxLength);

function messageOf(body: Readonly<Record<string, unknown>>, otherwise: string): string {
  return textOf(body.responseMessage, MAX_MESSAGE) ?? otherwise;
}

/** Reads a card in an answer; undefined when the value is not a card. */
function readProviderCard(value: unknown): ProviderCard | undefined {
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
  return { kind: 'refused', code, message: messageOf(body, 'The provider refused the request.') };
}

/** Reads a list of cards; undefined when the answer has no list. */
export function readCardList(answer: GatewayAnswer): ProviderCard[] | undefined {
  if (answer.outcome !== 'answered' || answer.status >= 400 || !Array.isArray(answer.body.cards)) return undefined;
  return answer.body.cards.map(readProviderCard).filter((card) => card !== undefined);
}
