/** The fields of an alert by which it may be closed together with others. */
export interface ClosableAlert {
  source: string;
  sourceId: string;
  sourceVersion: string | null;
  status: string;
}

/** The most alerts that are closed together. */
export const CLOSED_TOGETHER_MAX = 50;

/** Why alerts are not closed together; null where they are. The server refuses the same. */
export function closingFault(alerts: readonly ClosableAlert[]): string | null {
  const [first] = alerts;
  if (!first) return 'Select alerts first.';
  if (alerts.length > CLOSED_TOGETHER_MAX) return `At most ${CLOSED_TOGETHER_MAX} at once.`;
  if (alerts.some(({ status }) => status !== 'new' && status !== 'triaged'))
    return 'Only alerts that are neither closed nor in a case are closed here.';
  if (alerts.some(({ source }) => source === 'hold')) return 'The alert of a hold is decided with the hold.';
  const isOther = (alert: ClosableAlert): boolean =>
    alert.source !== first.source || alert.sourceId !== first.sourceId || alert.sourceVersion !== first.sourceVersion;
  return alerts.some(isOther) ? 'Only alerts of one source and version are closed together.' : null;
}
