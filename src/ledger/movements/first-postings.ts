import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import { commonErrors } from '../../common/errors/common.errors';
import { classifyDatabaseFailure } from '../../common/errors/database-error';
import { type AcceptedDecision, LedgerService } from '../engine/ledger.service';
import type { Decision } from '../engine/posting-batch';
import type { MovementRequest } from '../engine/posting-request';
import type { MovementPlanner } from './movement-planners';

/** Posts movements that are sent for the first time: alone under the guard of their planner, or with others. */
@Injectable()
export class FirstPostings {
  constructor(
    private readonly ledger: LedgerService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns the guard's refusal as a value; @throws as the ledger does */
  post(planner: MovementPlanner<never>, request: MovementRequest): Promise<AcceptedDecision | AppError> {
    return planner.guard ? this.postGuarded(planner, request) : this.ledger.post(request);
  }

  /** Posts in a transaction in which the planner's guard has decided first. */
  private async postGuarded(
    planner: MovementPlanner<never>,
    request: MovementRequest,
  ): Promise<AcceptedDecision | AppError> {
    const post = (): Promise<Decision | AppError> =>
      this.unitOfWork.run(
        request.institutionId,
        async (tx) => (await planner.guard!(tx, request)) ?? (await this.ledger.postWithin(tx, request)),
      );
    const decision = await post().catch((error: unknown) => {
      // Another process took one of the references: the look-up finds it now.
      if (classifyDatabaseFailure(error) === 'unique-violation') return post();
      throw error;
    });
    if (decision instanceof AppError) return decision;
    if (decision.kind === 'refused') throw decision.error;
    if (decision.kind === 'lock-unavailable' || decision.kind === 'examination-outdated')
      throw commonErrors.SERVICE_UNAVAILABLE();
    return decision;
  }
}
