import { versionOf } from '../../common/http/versions';
import type { ProductRate } from './product-rate.entity';
import type { ProductRateView } from './product-rates.dto';
import { shownTiers } from './rate-tier';

/** The rate as answered to callers. */
export function rateView({ id, name, interestRate, rateBasis, tiers, status }: ProductRate): ProductRateView {
  const facts = { name, interestRate: Number(interestRate), rateBasis, tiers: shownTiers(tiers), status };
  return { id, ...facts, version: versionOf(facts) };
}
