import type { GatewayAnswer } from '../../common/gateway/gateway-call';
import { nipText } from '../../payouts/nip-response-codes';
import type { ProviderVerdict } from '../../payouts/provider-verdict';
import { verdictKind } from '../../payouts/verdict-kind';

const CODE_MAX_LENGTH = 40;
const MESSAGE_MAX_LENGTH = 300;

/** A text of the provider that fits its column and that the database takes; undefined for anything else. */
function textOf(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
  return text === '' ? undefined : text;
}

/**
 * What the middleware's answer about a transfer means (`openapi/gateway.json`). Money follows only where its `status` and
 * its NIP code say the same; anything contradictory, unknown or outside 2xx is `pending`, so that the provider is asked again.
 * @param call `NotReceived` and "no such record" count only in the answer to a status query.
 * @param sessionId ours: an answer that names another session is not about this transfer.
 */
export function readTransferAnswer(
  { status: httpStatus, body }: Extract<GatewayAnswer, { outcome: 'answered' }>,
  call: 'send' | 'query',
  sessionId: string,
): ProviderVerdict {
  const code = textOf(body.responseCode, CODE_MAX_LENGTH);
  const message =
    textOf(body.responseMessage, MESSAGE_MAX_LENGTH) ?? nipText(code ?? '') ?? 'The provider gave no reason.';
  const isAboutThis =
    httpStatus >= 200 && httpStatus < 300 && (body.sessionId === undefined || body.sessionId === sessionId);
  const kind = isAboutThis ? verdictKind(body.status, code, call) : 'pending';
  return kind === 'pending' ? { kind, code: code ?? null, message } : { kind, code: code ?? '', message };
}
