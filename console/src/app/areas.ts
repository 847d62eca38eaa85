import type { IconName } from '../ui/icons';

/** The parts of the menu, in order. */
export const AREAS = [
  { name: 'Work', icon: 'shield' },
  { name: 'AML desk', icon: 'search' },
  { name: 'Customers', icon: 'people' },
  { name: 'Payments', icon: 'money' },
  { name: 'Lending', icon: 'loan' },
  { name: 'Books', icon: 'book' },
  { name: 'Day', icon: 'clock' },
  { name: 'Administration', icon: 'gear' },
] as const satisfies readonly { name: string; icon: IconName }[];

export type Area = (typeof AREAS)[number]['name'];
