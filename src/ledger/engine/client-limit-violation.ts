import type { AppError } from '../../common/errors/app-error';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { ledgerErrors } from '../ledger.errors';
import type { ApiClientLimit } from './api-client-limit.entity';
import type { BatchState } from './batch-reader';
import { countedTotalKobo } from './counted-legs';
import type { PostingRequest } from './posting-request';

/** The state of a batch that the limits of its clients need. */
type ClientState = Pick<BatchState, 'clientLimits' | 'calendarDate'>;

/** What a client has used today; 0 when its counter is of another date. */
function usedTodayKobo({ usedOn, usedKobo }: ApiClientLimit, calendarDate: string): bigint {
  return usedOn === calendarDate ? usedKobo : 0n;
}

/**
 * Refuses a request of an API client above what one call, or all its calls of the day, may move. Everything that is
 * posted in the client's name counts, whichever operation posts it (docs/api/authentication.md#amounts).
 */
export function clientLimitViolation(state: ClientState, request: PostingRequest): AppError | undefined {
  const limit = state.clientLimits.get(request.maker);
  if (!limit) return undefined;
  const askedKobo = countedTotalKobo(request);
  // A charge of the tariff alone does not count.
  if (askedKobo === 0n) return undefined;
  const { perCallKobo, perDayKobo } = limit;
  if (perCallKobo !== null && askedKobo > perCallKobo)
    return exceeded({ limitName: 'per call', limitKobo: perCallKobo, leftKobo: perCallKobo, askedKobo });
  if (perDayKobo === null) return undefined;
  const usedKobo = usedTodayKobo(limit, state.calendarDate);
  if (usedKobo + askedKobo <= perDayKobo) return undefined;
  const leftKobo = usedKobo < perDayKobo ? perDayKobo - usedKobo : 0n;
  return exceeded({ limitName: 'per day', limitKobo: perDayKobo, leftKobo, askedKobo });
}

interface Exceeded {
  limitName: 'per call' | 'per day';
  limitKobo: bigint;
  leftKobo: bigint;
  askedKobo: bigint;
}

function exceeded({ limitName, limitKobo, leftKobo, askedKobo }: Exceeded): AppError {
  return ledgerErrors.CLIENT_LIMIT_EXCEEDED(
    `The API client may move ${formatNaira(limitKobo)} ${limitName}, of which ${formatNaira(leftKobo)} is left; ` +
      `${formatNaira(askedKobo)} was requested.`,
    { limitName, limit: koboToNaira(limitKobo), left: koboToNaira(leftKobo), asked: koboToNaira(askedKobo) },
  );
}

/**
 * Adds a posted request to what its client has used today, so that the next request of the batch sees it. Nothing gives
 * use back, not even a reversal, which counts itself.
 * @returns the row to write; undefined when the maker is no client with limits.
 */
export function addToClientUse(state: ClientState, request: PostingRequest): ApiClientLimit | undefined {
  const limit = state.clientLimits.get(request.maker);
  if (!limit) return undefined;
  limit.usedKobo = usedTodayKobo(limit, state.calendarDate) + countedTotalKobo(request);
  limit.usedOn = state.calendarDate;
  return limit;
}
