import { Injectable } from '@nestjs/common';
import { Registry } from '../../common/registry/registry';
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

/** Every planner of the process: the providers with `@MemberOf(MovementPlanners)`. */
@Injectable()
export class MovementPlanners extends Registry<MovementPlanner> {
  /** The planner of a stored movement, whose body it took when it was stored. */
  require(name: string): MovementPlanner {
    const planner = this.find(name);
    if (!planner) throw new Error(`No module provides a planner of ${name}.`);
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
