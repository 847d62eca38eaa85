import type { SettingDefinition } from './setting-definition';

/** Values in effect by key; undefined without one. */
export type EffectiveSettings = Readonly<Record<string, string | null | undefined>>;

/** Scheme, host and port of an address; other text, such as a host name or a port, is compared in lower case. */
function hostOf(value: string): string {
  return URL.canParse(value) && value.includes('//') ? new URL(value).origin : value.toLowerCase();
}

/** The place that a provider's secrets are sent to; undefined while no address is set. */
function destinationOf([address, port]: readonly [string, string?], values: EffectiveSettings): string | undefined {
  const host = values[address];
  if (host === undefined || host === null) return undefined;
  return port === undefined ? hostOf(host) : `${hostOf(host)}:${values[port] ?? ''}`;
}

/**
 * The secrets that may not go on to a provider's new host: those of addresses whose host changes or is removed, unless
 * the same change sets them (docs/security.md#changes-that-need-two-people). A path of an address may change freely. A
 * first address clears nothing: its secrets have been sent nowhere.
 *
 * @param before values in effect.
 * @param after values in effect after the change.
 * @param set keys that the change sets.
 * @returns keys of secrets, stored or not.
 */
export function secretsOfChangedHosts(
  definitions: readonly SettingDefinition[],
  before: EffectiveSettings,
  after: EffectiveSettings,
  set: readonly string[],
): string[] {
  return definitions
    .filter(({ key, sentTo }) => {
      if (!sentTo || set.includes(key)) return false;
      const destination = destinationOf(sentTo, before);
      return destination !== undefined && destination !== destinationOf(sentTo, after);
    })
    .map(({ key }) => key);
}
