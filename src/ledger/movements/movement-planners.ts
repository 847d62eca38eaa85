import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import type { AppError } from '../../common/errors/app-error';
import { Registry } from '../../common/registry/registry';
import type { PostingOrigin } from '../engine/posting.entity';
import type { PostingOperation } from '../engine/posting-operation';
import type { MovementSource, PostingRequest } from '../engine/posting-request';

/** A request by a client or by staff to move money, when it arrives or when it is resumed. */
export interface Movement<Body extends object = object> {
  institutionId: number;
  origin: PostingOrigin;
  source: MovementSource<Body>;
}

/** The plan of a movement: the fields of the posting request that the movement itself does not give. */
export type PostingPlan = Omit<PostingRequest, 'institutionId' | 'origin' | 'maker' | 'source' | 'claim' | 'resumes'>;

/**
 * Plans the movements of one operation. A plan needs only the body, so a movement that was held or queued for approval
 * can be planned again later from its stored body.
 */
export interface MovementPlanner<Body extends object = object> {
  readonly operation: Pick<PostingOperation<unknown>, 'name' | 'title'>;
  /** Looks up the accounts and builds the legs. @throws AppError for refusals that do not depend on locked state */
  plan(movement: Movement<Body>): Promise<PostingPlan>;
  /**
   * For movements whose plan depends on rows that others change: locks these rows in the transaction of the posting and
   * decides again. Such a movement is posted outside of the batches.
   * @returns the refusal; undefined when the plan still stands
   */
  guard?(tx: Tx, request: PostingRequest): Promise<AppError | undefined>;
}

/** Every planner of the process: the providers with `@MemberOf(MovementPlanners)`. */
@Injectable()
export class MovementPlanners extends Registry<MovementPlanner> {
  /** The planner of a stored movement, whose body it took when it was stored. */
  require(name: string): MovementPlanner {
    const planner = this.find(name);
    if (!planner) throw new Error(`No module provides a planner of the operation ${name}.`);
    return planner;
  }

  /** In alphabetical order of the operations. */
  list(): MovementPlanner[] {
    return this.all();
  }

  protected override nameOf({ operation }: MovementPlanner): string {
    return operation.name;
  }
}
