import type { DeliveryOutcome } from './message-transport';

/** Error codes of the stages at which the server checks the message itself: its addresses and its content. */
const MESSAGE_STAGES = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * Answers about our sign-in or TLS (RFC 4954, RFC 3207). They may pass later, because staff can correct the
 * configuration.
 */
const CONFIGURATION_ANSWERS = new Set([530, 534, 535, 538]);

/** The outcome of a failed attempt: a permanent answer about this message ends it; any other failure may pass. */
export function smtpFailure(error: unknown): DeliveryOutcome {
  const { code, responseCode, response } = error as { code?: string; responseCode?: number; response?: string };
  if (responseCode === undefined)
    return { outcome: 'not-delivered', reason: `The mail server could not be used (${code ?? 'unknown'}).` };
  const isFinal = responseCode >= 500 && MESSAGE_STAGES.has(code ?? '') && !CONFIGURATION_ANSWERS.has(responseCode);
  return {
    outcome: isFinal ? 'refused' : 'not-delivered',
    reason: `The mail server answered ${response ?? responseCode}`,
  };
}
