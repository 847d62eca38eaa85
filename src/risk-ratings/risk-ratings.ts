import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { accountsErrors } from '../accounts/accounts.errors';
import { Customer } from '../accounts/customers/customer.entity';
import { AuditLog } from '../common/audit/audit-log';
import { listPage } from '../common/database/list-page';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { addMonths } from '../common/time/calendar';
import { RiskRaters } from './risk-raters';
import { RiskRating } from './risk-rating.entity';
import { RiskRatingChange } from './risk-rating-change.entity';
import type {
  ListRiskRatingsQuery,
  RiskApprovalBody,
  RiskChangesQuery,
  RiskChangeView,
  RiskOverrideBody,
  RiskRatingView,
} from './risk-ratings.dto';
import { riskRatingsErrors } from './risk-ratings.errors';

const NO_PROPOSAL = { proposedLevel: null, proposedReason: null, proposedBy: null, proposedUntil: null };

/** Reads ratings, and the work of staff on them (docs/api/risk-ratings.md). */
@Injectable()
export class RiskRatings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly raters: RiskRaters,
    private readonly audit: AuditLog,
  ) {}

  list(institutionId: number, filters: ListRiskRatingsQuery): Promise<Page<RiskRatingView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { Level, ReviewDue, Proposed, Direction } = filters;
      const query = tx
        .createQueryBuilder(RiskRating, 'rating')
        .where('rating.institution_id = :institutionId', { institutionId })
        .orderBy('rating.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (Level !== undefined) query.andWhere('rating.level = :Level', { Level });
      if (ReviewDue !== undefined) {
        const { today } = await this.raters.context(tx, institutionId);
        query.andWhere(`rating.review_on ${ReviewDue ? '<=' : '>'} :today`, { today });
      }
      if (Proposed !== undefined) query.andWhere(`rating.proposed_level IS ${Proposed ? 'NOT ' : ''}NULL`);
      const page = await listPage(tx, query, filters, (rating) => rating);
      const customers = await tx.find(Customer, {
        where: { institutionId, id: In(page.data.map(({ id }) => id)) },
        select: { id: true, customerID: true },
      });
      const numbers = new Map(customers.map(({ id, customerID }) => [id, customerID]));
      return { ...page, data: page.data.map((rating) => ratingView(rating, numbers.get(rating.id) ?? null)) };
    });
  }

  /** @throws CUSTOMER_NOT_FOUND (404), RISK_NOT_RATED (409) */
  get(institutionId: number, customerID: string): Promise<RiskRatingView> {
    return this.unitOfWork.read(institutionId, async (tx) =>
      ratingView(await this.find(tx, institutionId, customerID), customerID),
    );
  }

  /** @throws CUSTOMER_NOT_FOUND (404) */
  changes(institutionId: number, customerID: string, paging: RiskChangesQuery): Promise<Page<RiskChangeView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { id: customerId } = await customerOf(tx, institutionId, customerID);
      const query = tx
        .createQueryBuilder(RiskRatingChange, 'change')
        .where('change.institution_id = :institutionId AND change.customer_id = :customerId', {
          institutionId,
          customerId,
        })
        .orderBy('change.id', paging.Direction === 'Asc' ? 'ASC' : 'DESC');
      return listPage(tx, query, paging, changeView);
    });
  }

  /** Proposes a level, which holds when somebody else approves it. @throws RISK_UNTIL_PASSED (422) */
  propose(write: WriteRequest, customerID: string, { level, reason, until }: RiskOverrideBody): Promise<Outcome> {
    return this.change(write, customerID, 'propose-override', { level, reason, until }, async (tx, rating) => {
      const { today } = await this.raters.context(tx, rating.institutionId);
      if (until < today) throw riskRatingsErrors.RISK_UNTIL_PASSED();
      return { proposedLevel: level, proposedReason: reason, proposedBy: write.actor, proposedUntil: until };
    });
  }

  /** @throws RISK_OVERRIDE_STATE (409), RISK_FOUR_EYES, RISK_UNTIL_PASSED (422) */
  approve(write: WriteRequest, customerID: string, seen: RiskApprovalBody): Promise<Outcome> {
    return this.change(write, customerID, 'approve-override', { ...seen }, async (tx, rating) => {
      const { proposedLevel: level, proposedReason, proposedBy, proposedUntil, institutionId } = rating;
      if (level === null) throw riskRatingsErrors.RISK_OVERRIDE_STATE();
      if ((seen.level ?? level) !== level || (seen.until ?? proposedUntil) !== proposedUntil)
        throw riskRatingsErrors.RISK_OVERRIDE_STATE(
          `Another level waits now: ${level} until ${proposedUntil}; read the rating again.`,
        );
      if (proposedBy === write.actor) throw riskRatingsErrors.RISK_FOUR_EYES();
      const { today } = await this.raters.context(tx, institutionId);
      if (proposedUntil! < today) throw riskRatingsErrors.RISK_UNTIL_PASSED();
      const note = proposedReason;
      if (level !== rating.level)
        await this.raters.changeLevel(tx, rating, level, { cause: 'override', actor: write.actor, note });
      return {
        ...NO_PROPOSAL,
        level,
        overrideLevel: level,
        overrideReason: proposedReason,
        overrideBy: proposedBy,
        overrideUntil: proposedUntil,
      };
    });
  }

  /** Takes a proposal back or declines it. @throws RISK_OVERRIDE_STATE (409) */
  decline(write: WriteRequest, customerID: string): Promise<Outcome> {
    return this.change(write, customerID, 'decline-override', {}, (_tx, { proposedLevel }) => {
      if (proposedLevel === null) throw riskRatingsErrors.RISK_OVERRIDE_STATE();
      return Promise.resolve(NO_PROPOSAL);
    });
  }

  /** Staff have looked at the customer: the next review counts from today. */
  review(write: WriteRequest, customerID: string, note: string): Promise<Outcome> {
    return this.change(write, customerID, 'review', { note }, async (tx, rating) => {
      const { today, model } = await this.raters.context(tx, rating.institutionId);
      return { reviewOn: addMonths(today, model.reviewMonths[rating.level]) };
    });
  }

  private change(
    write: WriteRequest,
    customerID: string,
    action: string,
    details: object,
    work: (tx: Tx, rating: RiskRating) => Promise<Partial<RiskRating>>,
  ): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { customerID, ...details }, async (tx) => {
      const { id } = await customerOf(tx, institutionId, customerID);
      const lock = { mode: 'for_no_key_update' } as const;
      const rating = await tx.findOne(RiskRating, { where: { institutionId, id }, lock });
      if (!rating) throw riskRatingsErrors.RISK_NOT_RATED();
      const changes = await work(tx, rating);
      await tx.update(RiskRating, { institutionId, id }, changes);
      const fact = { action: `risk-rating.${action}`, subject: `risk-rating:${customerID}`, details };
      await this.audit.record(tx, write, fact);
      return Outcome.done(ratingView(await tx.findOneByOrFail(RiskRating, { institutionId, id }), customerID));
    });
  }

  private async find(tx: Tx, institutionId: number, customerID: string): Promise<RiskRating> {
    const { id } = await customerOf(tx, institutionId, customerID);
    const rating = await tx.findOneBy(RiskRating, { institutionId, id });
    if (!rating) throw riskRatingsErrors.RISK_NOT_RATED();
    return rating;
  }
}

async function customerOf(tx: Tx, institutionId: number, customerID: string): Promise<Customer> {
  const customer = await tx.findOneBy(Customer, { institutionId, customerID });
  if (!customer) throw accountsErrors.CUSTOMER_NOT_FOUND(`There is no customer ${customerID}; check the customerID.`);
  return customer;
}

function ratingView(rating: RiskRating, customerID: string | null): RiskRatingView {
  const { level, modelLevel, score, drivers, modelVersion, overrideLevel, overrideReason, overrideUntil } = rating;
  const { proposedLevel, proposedReason, proposedBy, proposedUntil, reviewOn, ratedAt } = rating;
  return {
    customerID,
    level,
    modelLevel,
    score,
    drivers,
    modelVersion,
    overrideLevel,
    overrideReason,
    overrideUntil,
    proposedLevel,
    proposedReason,
    proposedBy,
    proposedUntil,
    reviewOn,
    ratedAt: ratedAt.toISOString(),
  };
}

function changeView(change: RiskRatingChange): RiskChangeView {
  const { id, fromLevel, toLevel, score, drivers, cause, note, modelVersion, actor, at } = change;
  return { id, fromLevel, toLevel, score, drivers, cause, note, modelVersion, actor, at: at.toISOString() };
}
