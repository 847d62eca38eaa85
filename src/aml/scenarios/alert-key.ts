import { localTimeOf, type ScenarioMovement } from './scenario-movement';

const WEEK_MS = 7 * 86_400_000;

/**
 * Repeats of one scenario on one account within a week are one alert: the key of its first one. Weeks are counted from
 * the account's id, so that not all accounts begin a new one on the same day.
 */
export function alertKey(
  code: string,
  movement: Pick<ScenarioMovement, 'account' | 'at' | 'utcOffsetMinutes'>,
): string {
  const { id } = movement.account;
  const week = Math.floor((localTimeOf(movement) + (id % 7) * 86_400_000) / WEEK_MS);
  return `${code}:${id}:${week}`;
}
