import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { addMonths, calendarDate } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { rateCustomer, type RiskLevel, type RiskModel, type RiskRatingResult } from './rate-customer';
import { riskFactsOf } from './risk-facts';
import { RiskRating } from './risk-rating.entity';
import { type RiskChangeCause, RiskRatingChange } from './risk-rating-change.entity';
import { HIGH_RISK_TIER, RISK_HIGH_LIMITS, RISK_MODEL, riskModelOf } from './risk-ratings.settings';

const ACTOR = 'system:risk-rating';

/**
 * Accounts of customers $2 whose tier in the books is not the one of their account and rating; $3: high risk lowers it.
 */
const WRONG_TIERS = `SELECT d.id, want.tier FROM deposit_account d
  JOIN ledger_account l ON l.institution_id = $1 AND l.id = d.id
  JOIN risk_rating r ON r.institution_id = $1 AND r.id = d.customer_id
 CROSS JOIN LATERAL (SELECT CASE WHEN $3 AND r.level = 'high' THEN ${HIGH_RISK_TIER} ELSE d.kyc_tier END AS tier) want
 WHERE d.institution_id = $1 AND d.customer_id = ANY($2::bigint[]) AND l.kyc_tier IS DISTINCT FROM want.tier
 ORDER BY d.id`;

/** The model with a short name that changes with it, and the institution's date. */
interface RatingContext {
  institutionId: number;
  model: RiskModel;
  version: string;
  today: string;
  now: Date;
  lowersLimits: boolean;
}

/** A change of the level that holds. */
export interface LevelChange {
  cause: RiskChangeCause;
  actor: string;
  note: string | null;
}

/** Rates customers and keeps each change (docs/api/risk-ratings.md). */
@Injectable()
export class RiskRaters {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly settings: InstitutionSettings,
    private readonly ledgerAccounts: LedgerAccounts,
  ) {}

  /** Rates customers in the caller's transaction. @returns how many were rated */
  async rate(tx: Tx, institutionId: number, ids: number[], cause: RiskChangeCause): Promise<number> {
    const context = await this.context(tx, institutionId);
    const facts = await riskFactsOf(tx, institutionId, ids);
    const lock = { mode: 'for_no_key_update' } as const;
    const ratings = await tx.find(RiskRating, {
      where: { institutionId, id: In(ids) },
      order: { id: 'ASC' },
      lock,
    });
    const before = new Map(ratings.map((rating) => [rating.id, rating]));
    let rated = 0;
    for (const id of ids) {
      const known = facts.get(id);
      if (!known) continue;
      const result = rateCustomer(context.model, known);
      await this.store(tx, context, { id, result, before: before.get(id), cause });
      rated += 1;
    }
    await this.moveLimits(tx, context, ids);
    return rated;
  }

  async context(tx: Tx, institutionId: number): Promise<RatingContext> {
    const text = await this.settings.getWithin(tx, institutionId, RISK_MODEL);
    const model = riskModelOf(text);
    const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
    const now = this.clock.institutionNow(institutionId);
    return {
      institutionId,
      model,
      version: createHash('sha256').update(JSON.stringify(model)).digest('hex').slice(0, 12),
      today: calendarDate(now, timeZone),
      now,
      lowersLimits: (await this.settings.getWithin(tx, institutionId, RISK_HIGH_LIMITS)) === 'true',
    };
  }

  /** Writes the level that holds and its row of history, and moves the limits of the customer's accounts. */
  async changeLevel(tx: Tx, rating: RiskRating, level: RiskLevel, { cause, actor, note }: LevelChange): Promise<void> {
    const { institutionId, id, score, drivers, modelVersion } = rating;
    const context = await this.context(tx, institutionId);
    const reviewOn = addMonths(context.today, context.model.reviewMonths[level]);
    await tx.update(RiskRating, { institutionId, id }, { level, reviewOn });
    await this.keep(tx, context, {
      id,
      from: rating.level,
      to: level,
      score,
      drivers,
      modelVersion,
      cause,
      actor,
      note,
    });
    await this.moveLimits(tx, context, [id]);
  }

  private async store(
    tx: Tx,
    context: RatingContext,
    {
      id,
      result,
      before,
      cause,
    }: { id: number; result: RiskRatingResult; before: RiskRating | undefined; cause: RiskChangeCause },
  ): Promise<void> {
    const { institutionId, model, version, today, now } = context;
    const { score, drivers, level: modelLevel } = result;
    const override = before?.overrideLevel && before.overrideUntil! >= today ? before.overrideLevel : null;
    const level = override ?? modelLevel;
    const isChanged = before?.level !== level;
    const ended = override === null && before?.overrideLevel ? { overrideLevel: null, overrideReason: null } : {};
    const reviewOn = isChanged ? addMonths(today, model.reviewMonths[level]) : before.reviewOn;
    const fields = { level, modelLevel, score, drivers, modelVersion: version, reviewOn, ratedAt: now, ...ended };
    await tx.upsert(RiskRating, { institutionId, id, ...fields }, ['institutionId', 'id']);
    if (isChanged) {
      const change = { id, from: before?.level ?? null, to: level, score, drivers, modelVersion: version };
      const why = 'overrideLevel' in ended ? ('override-ended' as const) : cause;
      await this.keep(tx, context, { ...change, cause: why, actor: ACTOR, note: null });
    }
  }

  private async keep(
    tx: Tx,
    { institutionId, now }: RatingContext,
    change: Pick<RiskRatingChange, 'score' | 'drivers' | 'modelVersion' | 'cause' | 'actor' | 'note'> & {
      id: number;
      from: RiskLevel | null;
      to: RiskLevel;
    },
  ): Promise<void> {
    const { id: customerId, from: fromLevel, to: toLevel, ...facts } = change;
    await tx.insert(RiskRatingChange, {
      ...facts,
      institutionId,
      id: await this.ids.next(),
      customerId,
      fromLevel,
      toLevel,
      at: now,
    });
  }

  /** A rating never lifts a limit: the tier of an account of record is that of the account, or 1 at a high risk. */
  private async moveLimits(tx: Tx, { institutionId, lowersLimits }: RatingContext, ids: number[]): Promise<void> {
    const rows = await tx.query<{ id: string; tier: number }[]>(WRONG_TIERS, [institutionId, ids, lowersLimits]);
    for (const { id, tier } of rows) {
      const account = await this.ledgerAccounts.lock(tx, institutionId, Number(id));
      await this.ledgerAccounts.change(tx, account, { kycTier: tier });
    }
  }
}
