import type { GatewayAnswer } from '../../common/gateway/gateway-call';

export const REVIEW_MAX_LENGTH = 20_000;

/** All but line breaks and tabs: text that no screen and no database has trouble with. */
const CONTROL_CHARACTERS = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The text of a chat completion, as plain data: cleaned of control characters and of those that turn the direction of writing.
 * @returns undefined when the answer is not a finished text of a bounded size.
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
