import type { GatewayAnswer } from '../../common/gateway/gateway-call';

export const REVIEW_MAX_LENGTH = 20_000;

/** Control characters except line breaks and tabs, and characters that change the direction of writing. */
const CONTROL_CHARACTERS = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Reads the text of a chat completion, without control characters.
 * @returns undefined when the answer is not a complete text of at most `REVIEW_MAX_LENGTH` characters.
 */
export function readCompletion({ status, body }: Extract<GatewayAnswer, { outcome: 'answered' }>): string | undefined {
  if (status >= 300 || !Array.isArray(body.choices)) return undefined;
  const choice = (body.choices as unknown[])[0] as
    { message?: { content?: unknown } | null; finish_reason?: unknown } | null | undefined;
  const content = choice?.message?.content;
  if (typeof content !== 'string' || choice?.finish_reason === 'content_filter' || content.length > REVIEW_MAX_LENGTH)
    return undefined;
  const text = content.toWellFormed().replaceAll('\r\n', '\n').replace(CONTROL_CHARACTERS, '').trim();
  return text === '' ? undefined : text;
}
