import { Injectable } from '@nestjs/common';
import { commonErrors } from '../errors/common.errors';

/**
 * References in progress in this process: a duplicate is refused at once instead of waiting for the locks of the first
 * request.
 */
@Injectable()
export class InFlightRequests {
  private readonly references = new Set<string>();

  /**
   * Runs `work` unless the same reference is in progress here.
   * @throws REQUEST_IN_PROGRESS (409)
   */
  async guard<T>(institutionId: number, reference: string | undefined, work: () => Promise<T>): Promise<T> {
    if (reference === undefined) return work();
    const key = `${institutionId}|${reference}`;
    if (this.references.has(key)) throw commonErrors.REQUEST_IN_PROGRESS();
    this.references.add(key);
    try {
      return await work();
    } finally {
      this.references.delete(key);
    }
  }
}
