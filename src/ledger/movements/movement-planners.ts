import { Injectable } from '@nestjs/common';
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
}

/** All planners of the process; each is registered at boot. */
@Injectable()
export class MovementPlanners {
  private readonly planners = new Map<string, MovementPlanner>();

  register(planner: MovementPlanner): void {
    const { name } = planner.operation;
    if (this.planners.has(name)) throw new Error(`There are two planners of the operation ${name}; register one.`);
    this.planners.set(name, planner);
  }

  /** The planner of an operation. @throws when no module registered one */
  require(name: string): MovementPlanner {
    const planner = this.planners.get(name);
    if (!planner) throw new Error(`No module registered a planner of the operation ${name}.`);
    return planner;
  }

  list(): MovementPlanner[] {
    return [...this.planners.values()];
  }
}
