import type { Placement } from './placement.entity';

export const PLACEMENT_STATUSES = ['Active', 'Matured', 'Closed'] as const;
export type PlacementStatus = (typeof PLACEMENT_STATUSES)[number];

/** The status is not stored: it follows from the dates, so that it is right on every business date. */
export function placementStatus(
  { maturityDate, dateClosed }: Pick<Placement, 'maturityDate' | 'dateClosed'>,
  businessDate: string,
): PlacementStatus {
  if (dateClosed !== null) return 'Closed';
  return maturityDate <= businessDate ? 'Matured' : 'Active';
}

/** The same rule as a condition on `placement`, with the parameter `businessDate`. */
export const STATUS_CONDITIONS: Record<PlacementStatus, string> = {
  Active: 'placement.date_closed IS NULL AND placement.maturity_date > :businessDate',
  Matured: 'placement.date_closed IS NULL AND placement.maturity_date <= :businessDate',
  Closed: 'placement.date_closed IS NOT NULL',
};
