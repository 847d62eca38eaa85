import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { IdentityNumbers } from '../../../common/identity/identity-numbers';
import { IdentityPlaces } from '../../../common/identity/identity-places';
import { IdentitySealing } from '../../../common/identity/identity-sealing.entity';
import type { SealingProgressView } from '../identity-numbers.dto';

/** Lists how far the identity numbers of each table are sealed with the current master key. */
export class ListSealingProgress extends Query<{ data: SealingProgressView[]; recordCount: number }> {
  constructor(readonly institutionId: number) {
    super();
  }
}

@QueryHandler(ListSealingProgress)
export class ListSealingProgressHandler implements IQueryHandler<ListSealingProgress> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly places: IdentityPlaces,
    private readonly identity: IdentityNumbers,
  ) {}

  async execute({ institutionId }: ListSealingProgress): Promise<{ data: SealingProgressView[]; recordCount: number }> {
    const { currentKeyId: keyId } = this.identity;
    const passes = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findBy(IdentitySealing, { institutionId, keyId }),
    );
    const data = this.places.list().map(({ name }) => {
      const pass = passes.find(({ place }) => place === name);
      return pass ? viewOf(pass) : waiting(name);
    });
    return { data, recordCount: data.length };
  }
}

function waiting(place: string): SealingProgressView {
  return { place, status: 'Waiting', sealedRows: 0, failedRows: 0, startedAt: null, finishedAt: null };
}

function viewOf({ place, sealedRows, failedRows, startedAt, finishedAt }: IdentitySealing): SealingProgressView {
  return {
    place,
    status: finishedAt === null ? 'Running' : 'Finished',
    sealedRows,
    failedRows,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
