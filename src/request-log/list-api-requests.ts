import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../common/database/unit-of-work';
import { maskCardNumbers } from '../common/logging/mask-card-numbers';
import { Clock } from '../common/time/clock';
import { ApiRequest } from './api-request.entity';
import { KEPT_DAYS, slotsBetween } from './request-slots';
import type { ApiRequestsView, StaffApiRequestFilters } from './requests.dto';

const DAY_MS = 86_400_000;

/** The calls of an API client, latest first. */
export class ListApiRequests extends Query<ApiRequestsView> {
  constructor(
    readonly institutionId: number,
    readonly filters: StaffApiRequestFilters,
  ) {
    super();
  }
}

@QueryHandler(ListApiRequests)
export class ListApiRequestsHandler implements IQueryHandler<ListApiRequests> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ institutionId, filters }: ListApiRequests): Promise<ApiRequestsView> {
    const { ClientID, Reference, CorrelationId, Status, Path, From, To, Before, Limit } = filters;
    const now = this.clock.now();
    const kept = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
    const from = From === undefined || new Date(From) < kept ? kept : new Date(From);
    const to = To === undefined ? new Date(now.getTime() + DAY_MS) : new Date(To);
    const calls = await this.unitOfWork.readReport(institutionId, (tx) => {
      const query = tx
        .createQueryBuilder(ApiRequest, 'call')
        .where('call.institutionId = :institutionId AND call.slot = ANY(:slots)', {
          institutionId,
          slots: slotsBetween(from, to < now ? to : now),
        })
        .andWhere('call.clientId = :ClientID', { ClientID })
        .andWhere('call.at >= :from AND call.at < :to', { from, to });
      // Both are stored with card numbers masked.
      if (Reference !== undefined)
        query.andWhere('call.reference = :reference', { reference: maskCardNumbers(Reference) });
      if (CorrelationId !== undefined)
        query.andWhere('call.correlationId = :correlationId', { correlationId: maskCardNumbers(CorrelationId) });
      if (Status !== undefined) query.andWhere('call.status = :Status', { Status });
      if (Path !== undefined) query.andWhere('call.path = :Path', { Path });
      if (Before !== undefined) query.andWhere('call.id < :Before', { Before });
      return query
        .orderBy('call.id', 'DESC')
        .limit(Limit + 1)
        .getMany();
    });
    const shown = calls.slice(0, Limit);
    return {
      requests: shown.map(({ institutionId: _institution, slot: _slot, at, ...call }) => ({
        ...call,
        at: at.toISOString(),
      })),
      nextBefore: calls.length > Limit ? shown.at(-1)!.id : null,
    };
  }
}
