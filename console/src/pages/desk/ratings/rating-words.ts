import type { Answer } from '../../../api/client';
import { label } from '../../../rules/words';

export type Rating = Answer<'getRiskRating'>;

const FACTORS: Record<string, string> = {
  geography: 'Place',
  product: 'Products',
  channel: 'Channel',
  'customer-type': 'Kind of customer',
  occupation: 'Occupation or business',
  behaviour: 'Behaviour',
  history: 'History',
};

/** A factor of the model in words. */
export function factorText(factor: string): string {
  return FACTORS[factor] ?? label(factor);
}

/** Why the level is not the model's; null where it is. */
export function overrideText({
  overrideLevel,
  modelLevel,
}: Pick<Rating, 'overrideLevel' | 'modelLevel'>): string | null {
  return overrideLevel === null ? null : `Set by staff; the model says ${modelLevel}.`;
}
