import { Injectable } from '@nestjs/common';
import type { PostingOrigin } from '../engine/posting.entity';
import type { MovementSource, PostingRequest } from '../engine/posting-request';

/** A movement somebody asked for, from the API or the portal, now or at its resumption. */
export interface Movement {
  institutionId: number;
  origin: PostingOrigin;
  source: MovementSource;
}

/** What an operation makes of a movement's payload; the rest of the posting request follows from the movement. */
export type PostingPlan = Omit<PostingRequest, 'institutionId' | 'origin' | 'maker' | 'source' | 'claim' | 'resumes'>;

/**
 * One kind of money movement. Its payload can be turned into a posting at any time, so that what AML held or staff must
 * approve can run later from its stored payload.
 */
export interface MovementOperation {
  /** Stable name, such as `local-transfer`; approval policies refer to it. */
  readonly name: string;
  /** What staff read. */
  readonly title: string;
  /** Resolves accounts and builds the legs. @throws AppError for anything that does not depend on locked state. */
  plan(movement: Movement): Promise<PostingPlan>;
}

/** Every movement operation of the process, registered by its module at boot. */
@Injectable()
export class MovementOperations {
  private readonly operations = new Map<string, MovementOperation>();

  register(operation: MovementOperation): void {
    if (this.operations.has(operation.name)) throw new Error(`There are two operations ${operation.name}.`);
    this.operations.set(operation.name, operation);
  }

  require(name: string): MovementOperation {
    const operation = this.operations.get(name);
    if (!operation) throw new Error(`No module registered the operation ${name}.`);
    return operation;
  }

  list(): MovementOperation[] {
    return [...this.operations.values()];
  }
}
