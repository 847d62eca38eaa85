import { Injectable } from '@nestjs/common';
import type { PostingOrigin } from '../engine/posting.entity';
import type { PostingOperation } from '../engine/posting-operation';
import type { MovementSource, PostingRequest } from '../engine/posting-request';

/** A request by a client or staff to move money, from the API or the portal, now or at its resumption. */
export interface Movement<Body extends object = object> {
  institutionId: number;
  origin: PostingOrigin;
  source: MovementSource<Body>;
}

/** The plan of a movement; the rest of the posting request follows from the movement. */
export type PostingPlan = Omit<PostingRequest, 'institutionId' | 'origin' | 'maker' | 'source' | 'claim' | 'resumes'>;

/**
 * Plans the movements of one operation. A plan can be made from a body at any time, so that what AML held or staff must
 * approve can run later from its stored body.
 */
export interface MovementPlanner<Body extends object = object> {
  readonly operation: Pick<PostingOperation<unknown>, 'name' | 'title'>;
  /** Resolves accounts and builds the legs. @throws AppError for everything that does not depend on locked state. */
  plan(movement: Movement<Body>): Promise<PostingPlan>;
}

/** Every planner of the process, registered by its module at boot. */
@Injectable()
export class MovementPlanners {
  private readonly planners = new Map<string, MovementPlanner>();

  register(planner: MovementPlanner): void {
    const { name } = planner.operation;
    if (this.planners.has(name)) throw new Error(`There are two planners of ${name}.`);
    this.planners.set(name, planner);
  }

  /** The planner of a stored movement, whose body it took when it was stored. */
  require(name: string): MovementPlanner {
    const planner = this.planners.get(name);
    if (!planner) throw new Error(`No module registered a planner of ${name}.`);
    return planner;
  }

  list(): MovementPlanner[] {
    return [...this.planners.values()];
  }
}
