import type { LoanEvent } from '../contract/loan-event.entity';

/** The place of an act in the history of its loan. */
export type ActPlace = Pick<LoanEvent, 'id' | 'valueDate' | 'inputs'>;

/** True for a collection of the end of day, which comes between the income and the charges of its night. */
export function isOfNight({ inputs }: Pick<LoanEvent, 'inputs'>): boolean {
  const { act, paidOn, asOf } = inputs as Record<string, string | undefined>;
  return act === 'payment' && paidOn !== undefined && asOf !== undefined && asOf > paidOn;
}

/** Below 0 when one act comes before the other: by day, the collections of the night last, then as they were made. */
export function compareActs(one: ActPlace, other: ActPlace): number {
  if (one.valueDate !== other.valueDate) return one.valueDate < other.valueDate ? -1 : 1;
  const night = Number(isOfNight(one)) - Number(isOfNight(other));
  return night === 0 ? one.id - other.id : night;
}

/** True for an act that was made on a later day than the one it counts from. */
export function isBackdated(event: LoanEvent): boolean {
  return event.valueDate < event.businessDate && !isOfNight(event);
}
