import { setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknown, Refusal, refusalOf } from './refusals.js';

/** One kind of movement: how to send it, and how to ask what became of it. */
export interface Movement<Outcome> {
  reference: string;
  /** Sends the request. It is called again with nothing changed. */
  send(): Promise<Response>;
  /** Asks for the outcome; undefined when the service does not know the reference or has not finished. */
  query(): Promise<Outcome | undefined>;
  /** The outcome in an answer with status 200 or 202. */
  read(response: Response): Promise<Outcome>;
}

export interface RetryRules {
  /** The most times that a movement is sent. */
  attempts: number;
  /** Pause before the second attempt; it doubles with each further one. */
  pauseMs: number;
}

/** A `Retry-After` above this is the caller's to wait for. */
const RETRY_AFTER_MAX_MS = 30_000;
/** Statuses after which the movement may or may not have been done, or may be sent again. */
const UNCLEAR = new Set([408, 429, 500, 502, 503, 504]);

const isUnclear = ({ status, code }: Refusal): boolean => UNCLEAR.has(status) || code === 'REQUEST_IN_PROGRESS';
/** A no that another attempt does not change, such as that of a sign-in: asking again could lock the key pair. */
const isDefinite = (error: unknown): error is Refusal => error instanceof Refusal && !isUnclear(error);

/**
 * Moves money once: after a lost connection or an unclear answer the outcome is queried first, and only a movement that
 * the service does not know is sent again, unchanged and under the same reference.
 * @throws Refusal when the service says no
 * @throws OutcomeUnknown when no attempt brought a clear answer
 */
export async function moveOnce<Outcome>(movement: Movement<Outcome>, rules: RetryRules): Promise<Outcome> {
  let cause: unknown;
  for (let attempt = 0; attempt < rules.attempts; attempt += 1) {
    if (attempt > 0) {
      await sleep(Math.max(rules.pauseMs * 2 ** (attempt - 1), waitOf(cause)));
      const known = await movement.query().then(
        (outcome) => ({ outcome }),
        (error: unknown) => ({ error }),
      );
      if ('error' in known) {
        // Without an answer to the query nothing is sent.
        cause = known.error;
        if (isDefinite(cause)) throw new OutcomeUnknown(movement.reference, cause);
        continue;
      }
      if (known.outcome !== undefined) return known.outcome;
    }
    const answer = await attemptOf(movement);
    if ('outcome' in answer) return answer.outcome;
    // Refused before it was sent; of an earlier attempt nobody knows.
    if (isDefinite(answer.cause))
      throw attempt === 0 ? answer.cause : new OutcomeUnknown(movement.reference, answer.cause);
    cause = answer.cause;
  }
  const last = await movement.query().catch(() => undefined);
  if (last !== undefined) return last;
  throw new OutcomeUnknown(movement.reference, cause);
}

async function attemptOf<Outcome>(movement: Movement<Outcome>): Promise<{ outcome: Outcome } | { cause: unknown }> {
  let response: Response;
  try {
    response = await movement.send();
    if (response.status === 200 || response.status === 202) return { outcome: await movement.read(response) };
  } catch (cause) {
    return { cause };
  }
  const refusal = await refusalOf(response);
  if (!isUnclear(refusal)) throw refusal;
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  return { cause: Object.assign(refusal, { retryAfterMs: seconds * 1000 }) };
}

function waitOf(cause: unknown): number {
  const { retryAfterMs = 0 } = (cause ?? {}) as { retryAfterMs?: number };
  return Math.min(retryAfterMs, RETRY_AFTER_MAX_MS);
}
