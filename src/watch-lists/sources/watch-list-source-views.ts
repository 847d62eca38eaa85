import type { WatchListSource } from './watch-list-source.entity';
import type { WatchListSourceView } from './watch-list-sources.dto';

const HOUR_MS = 3_600_000;
/** A list is late when a fetch that was due so long ago has not succeeded. */
export const LATE_AFTER_HOURS = 48;
/** No fetch lasts so long: its process has ended. */
const FETCH_MAX_MS = 15 * 60_000;

/** True while a fetch is under way. */
export const isFetching = ({ startedAt }: WatchListSource, now: Date): boolean =>
  startedAt !== null && now.getTime() - startedAt.getTime() < FETCH_MAX_MS;

/** @param now the time of the institution */
export function watchListSourceView(source: WatchListSource, now: Date): WatchListSourceView {
  const { url, everyHours, setBy, setAt, nextAttemptAt, lastAttemptAt, lastGoodAt } = source;
  const goodUntilMs = (lastGoodAt ?? setAt).getTime() + everyHours * HOUR_MS;
  return {
    ...{ url, everyHours, setBy, setAt: setAt.toISOString() },
    isFetching: isFetching(source, now),
    nextAttemptAt: nextAttemptAt.toISOString(),
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    lastGoodAt: lastGoodAt?.toISOString() ?? null,
    ...{ outcome: source.outcome, errorCode: source.errorCode, error: source.error, failures: source.failures },
    isLate: now.getTime() - goodUntilMs > LATE_AFTER_HOURS * HOUR_MS,
  };
}
