import type { Placement } from './placement.entity';

export const PLACEMENT_STATUSES = ['Active', 'Matured', 'Closed'] as const;
export type PlacementStatus = (typeof PLACEMENT_STATUSES)[number];

/**
 * The status of a placement. It is computed from the dates instead of stored, so it is right on every business date.
 */
export function placementStatus(
  { maturityDate, dateClosed }: Pick<Placement, 'maturityDate' | 'dateClosed'>,
  businessDate: string,
): PlacementStatus {
  if (dateClosed !== null) return 'Closed';
  return maturityDate <= businessDate ? 'Matured' : 'Active';
}

/** The same rule as SQL conditions on `placement`, with the parameter `businessDate`. */
export const STATUS_CONDITIONS: Record<PlacementStatus, string> = {
  Active: 'placement.date_closed IS NULL AND placement.maturity_date > :businessDate',
  Matured: 'placement.date_closed IS NULL AND placement.maturity_date <= :businessDate',
  Closed: 'placement.date_closed IS NOT NULL',
};
