import { wallClock } from '../../common/time/calendar';

const MINUTE_MS = 60_000;

/** Minutes that a zone's clocks are ahead of UTC at an instant: 60 for Lagos. */
export function offsetMinutes(instant: Date, timeZone: string): number {
  const second = Math.floor(instant.getTime() / 1000) * 1000;
  return Math.round((Date.parse(`${wallClock(new Date(second), timeZone)}Z`) - second) / MINUTE_MS);
}
