import type { GatewayAnswer } from '../../common/gateway/gateway-call';
import { providerText } from '../../common/text/provider-text';
import { nipText } from '../../payouts/nip-response-codes';
import type { Payout } from '../../payouts/payout.entity';
import type { ProviderVerdict } from '../../payouts/provider-verdict';
import { verdictKind } from '../../payouts/verdict-kind';

const CODE_MAX_LENGTH = 40;
const MESSAGE_MAX_LENGTH = 300;

/** The names under which the provider knows a transfer. */
type NamedTransfer = Pick<Payout, 'sessionId' | 'reference'>;

/**
 * The verdict from the middleware's answer about a transfer (`openapi/gateway.json`). It is definite only where the
 * `status` and the NIP code agree; an answer that is contradictory, unknown or outside 2xx is `pending`, so that the
 * provider is queried again.
 * @param call `NotReceived` and "no such record" count only in the answer to a status query.
 * @param transfer an answer that names another one is not about it.
 */
export function readTransferAnswer(
  { status: httpStatus, body }: Extract<GatewayAnswer, { outcome: 'answered' }>,
  call: 'send' | 'query',
  transfer: NamedTransfer,
): ProviderVerdict {
  const code = providerText(body.responseCode, CODE_MAX_LENGTH) ?? undefined;
  const message =
    providerText(body.responseMessage, MESSAGE_MAX_LENGTH) ?? nipText(code ?? '') ?? 'The provider gave no reason.';
  const isAboutThis = httpStatus >= 200 && httpStatus < 300 && namesNoOther(body, transfer);
  const kind = isAboutThis ? verdictKind(body.status, code, call) : 'pending';
  return kind === 'pending' ? { kind, code: code ?? null, message } : { kind, code: code ?? '', message };
}

/** The session identifies a transfer. An answer without one may still name the reference of another transfer. */
function namesNoOther(body: Readonly<Record<string, unknown>>, { sessionId, reference }: NamedTransfer): boolean {
  if (body.sessionId !== undefined) return body.sessionId === sessionId;
  return body.reference === undefined || body.reference === null || body.reference === reference;
}
