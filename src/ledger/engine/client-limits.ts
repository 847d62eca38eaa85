import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { ApiClientLimit } from './api-client-limit.entity';

/** The amounts that an API client may move, in kobo; null for no limit. */
export type ClientAmounts = Pick<ApiClientLimit, 'perCallKobo' | 'perDayKobo'>;

export const NO_CLIENT_AMOUNTS: ClientAmounts = { perCallKobo: null, perDayKobo: null };

/** The stored amounts of API clients. The posting engine obeys them from the next batch on, in every process. */
@Injectable()
export class ClientLimits {
  constructor(private readonly ids: IdAllocator) {}

  /** The amounts of those clients that have any, by client id. */
  async find(tx: Tx, institutionId: number, clientIds: readonly string[]): Promise<Map<string, ClientAmounts>> {
    const rows = await tx.findBy(ApiClientLimit, { institutionId, clientId: In(clientIds) });
    return new Map(rows.map(({ clientId, perCallKobo, perDayKobo }) => [clientId, { perCallKobo, perDayKobo }]));
  }

  /**
   * Sets both amounts of a client whose own row the caller has locked. What was used today stays, unless the client has
   * no amount left: counting then ends, and begins anew with the next amount.
   */
  async set(tx: Tx, institutionId: number, clientId: string, amounts: ClientAmounts): Promise<void> {
    const key = { institutionId, clientId };
    if (amounts.perCallKobo === null && amounts.perDayKobo === null) {
      await tx.delete(ApiClientLimit, key);
      return;
    }
    const { affected } = await tx.update(ApiClientLimit, key, amounts);
    if (affected === 0)
      await tx.insert(ApiClientLimit, { ...key, ...amounts, id: await this.ids.next(), usedKobo: 0n, usedOn: null });
  }
}
