import type { ApiClientLimit } from './api-client-limit.entity';
import type { PostingRequest } from './posting-request';

const MAKER_PREFIX = 'api-client:';

/**
 * SQL for the limits of the clients `$2` of institution `$1`, locked in the order of client ids, as one column of text:
 * JSON arrays, or NULL for none. It is part of a statement that every batch sends anyway: clients without limits cost
 * no statement and no lock.
 */
export const CLIENT_LIMITS = clientLimits('FOR NO KEY UPDATE');

/** The same without locks, for decisions that are not written. */
export const CLIENT_LIMITS_UNLOCKED = clientLimits('');

function clientLimits(lock: string): string {
  return `SELECT json_agg(json_build_array(
    id, client_id, per_call_kobo::text, per_day_kobo::text, used_kobo::text, used_on::text))::text AS client_limits
  FROM (SELECT id, client_id, per_call_kobo, per_day_kobo, used_kobo, used_on FROM api_client_limit
    WHERE institution_id = $1 AND client_id = ANY($2::text[]) ORDER BY client_id ${lock}) limits_of_clients`;
}

type LimitColumns = [number, string, string | null, string | null, string, string | null];

/** The clients in whose names requests are made. */
export function clientIdsOf(requests: readonly Pick<PostingRequest, 'maker'>[]): string[] {
  const makers = new Set<string>();
  for (const { maker } of requests) makers.add(maker);
  return [...makers].flatMap((maker) => (maker.startsWith(MAKER_PREFIX) ? [maker.slice(MAKER_PREFIX.length)] : []));
}

/** The locked limits by maker, from the text of `CLIENT_LIMITS`. */
export function clientLimitsFrom(institutionId: number, text: string | null | undefined): Map<string, ApiClientLimit> {
  if (text === null || text === undefined) return new Map();
  const kobo = (value: string | null): bigint | null => (value === null ? null : BigInt(value));
  return new Map(
    (JSON.parse(text) as LimitColumns[]).map(([id, clientId, perCall, perDay, used, usedOn]) => [
      `${MAKER_PREFIX}${clientId}`,
      {
        institutionId,
        id,
        clientId,
        perCallKobo: kobo(perCall),
        perDayKobo: kobo(perDay),
        usedKobo: BigInt(used),
        usedOn,
      },
    ]),
  );
}
