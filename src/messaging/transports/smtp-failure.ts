import type { DeliveryOutcome } from './message-transport';

/** Stages at which the server judges the message itself: its addresses and its content. */
const JUDGED = new Set(['EENVELOPE', 'EMESSAGE']);

/** Answers that are about us, not about the message: staff can correct the configuration meanwhile (RFC 4954, RFC 3207). */
const ABOUT_US = new Set([530, 534, 535, 538]);

/** What a failed attempt means: a permanent answer to this message ends it, everything else may pass. */
export function smtpFailure(error: unknown): DeliveryOutcome {
  const { code, responseCode, response } = error as { code?: string; responseCode?: number; response?: string };
  if (responseCode === undefined)
    return { outcome: 'not-delivered', reason: `The mail server could not be used (${code ?? 'unknown'}).` };
  const isFinal = responseCode >= 500 && JUDGED.has(code ?? '') && !ABOUT_US.has(responseCode);
  return {
    outcome: isFinal ? 'refused' : 'not-delivered',
    reason: `The mail server answered ${response ?? responseCode}`,
  };
}
