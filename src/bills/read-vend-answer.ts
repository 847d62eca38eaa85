import type { GatewayAnswer } from '../common/gateway/gateway-call';
import { providerText } from '../common/text/provider-text';
import { nipText } from '../payouts/nip-response-codes';
import type { ProviderVerdict } from '../payouts/provider-verdict';
import { verdictKind } from '../payouts/verdict-kind';
import { readToken, readTokenUnits } from './read-token';
import type { VendResult } from './vend-facts';

const CODE_MAX_LENGTH = 40;
const MESSAGE_MAX_LENGTH = 300;
const TRANSACTION_ID_MAX_LENGTH = 100;

type Fields = ReadonlyMap<string, unknown>;

/** Fields by their names in lower case without separators, so that `token_units` and `tokenUnits` are the same. */
function fieldsOf(body: Readonly<Record<string, unknown>>): Fields {
  return new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase().replace(/[^a-z0-9]/g, ''), value]));
}

function resultOf(fields: Fields): VendResult {
  return {
    transactionId: providerText(fields.get('transactionid'), TRANSACTION_ID_MAX_LENGTH),
    token: readToken(fields.get('token')),
    tokenUnits: readTokenUnits(fields.get('tokenunits') ?? fields.get('units')),
  };
}

/**
 * The verdict from the middleware's answer to a vend or to its status query (`openapi/gateway.json`). It is definite
 * only where the `status` and the code agree; an answer that is contradictory, unknown or outside 2xx is `pending`.
 * @param call `NotReceived` and "no such record" count only in the answer to a status query.
 * @param sessionId session id of the vend: an answer that names another reference is not about it.
 */
export function readVendAnswer(
  { status: httpStatus, body }: Extract<GatewayAnswer, { outcome: 'answered' }>,
  call: 'send' | 'query',
  sessionId: string,
): ProviderVerdict {
  const fields = fieldsOf(body);
  const code = providerText(fields.get('responsecode'), CODE_MAX_LENGTH);
  const message =
    providerText(fields.get('responsemessage'), MESSAGE_MAX_LENGTH) ??
    nipText(code ?? '') ??
    'The provider gave no reason.';
  const reference = fields.get('reference');
  const isAboutThis = httpStatus >= 200 && httpStatus < 300 && (reference === undefined || reference === sessionId);
  const kind = isAboutThis ? verdictKind(fields.get('status'), code ?? undefined, call) : 'pending';
  if (kind === 'pending') return { kind, code, message };
  return { kind, code: code ?? '', message, ...(kind === 'success' ? { result: resultOf(fields) } : {}) };
}
