import { nipMeaning } from './nip-response-codes';
import type { ProviderVerdict } from './provider-verdict';

/**
 * The verdict from the `status` and the NIP code of an answer (`openapi/gateway.json`). It is definite only where both
 * agree; a contradictory or unknown answer is `pending`, so that the provider is queried again.
 * @param call `NotReceived` and "no such record" count only in the answer to a status query.
 */
export function verdictKind(
  status: unknown,
  code: string | undefined,
  call: 'send' | 'query',
): ProviderVerdict['kind'] {
  const meaning = code === undefined ? undefined : nipMeaning(code);
  switch (status) {
    case 'Successful':
      return meaning === 'success' ? 'success' : 'pending';
    case 'Failed':
      return meaning === 'failure' || meaning === 'refusal' ? meaning : 'pending';
    case 'NotReceived':
      return call === 'query' && (meaning === undefined || meaning === 'not-found') ? 'not-received' : 'pending';
    case 'Pending':
      return call === 'query' && meaning === 'not-found' ? 'not-found' : 'pending';
    default:
      return 'pending';
  }
}
