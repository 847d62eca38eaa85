import { Injectable } from '@nestjs/common';
import { type TierCeiling, TierCeilings } from '../accounts/tier-ceilings';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { RiskRating } from './risk-rating.entity';
import { HIGH_RISK_TIER, RISK_HIGH_LIMITS } from './risk-ratings.settings';

/**
 * Keeps accounts of customers of high risk at the limits of tier 1, whoever opens or updates them
 * (docs/api/risk-ratings.md#settings).
 */
@Injectable()
@MemberOf(TierCeilings)
export class RiskTierCeiling implements TierCeiling {
  readonly name = 'risk-rating';

  constructor(private readonly settings: InstitutionSettings) {}

  async ceilingOf(tx: Tx, institutionId: number, customerId: number): Promise<number | undefined> {
    if ((await this.settings.getWithin(tx, institutionId, RISK_HIGH_LIMITS)) !== 'true') return undefined;
    const rating = await tx.findOne(RiskRating, {
      where: { institutionId, id: customerId },
      lock: { mode: 'pessimistic_read' },
    });
    return rating?.level === 'high' ? HIGH_RISK_TIER : undefined;
  }
}
