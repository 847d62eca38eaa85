import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';
import type { PartyExamination, PostingRequest } from '../ledger/engine/posting-request';
import { type ActiveList, activeLists } from '../watch-lists/desk/active-lists';
import { WatchListIndexes } from '../watch-lists/desk/watch-list-indexes';
import { searchEach } from '../watch-lists/matching/search-each';
import { foreignPartyOf } from './scenario-desk/movement-kinds';

/** The active lists of an institution, as this process read them last. */
interface KnownLists {
  /** `watch_lists_version` of the institution. */
  version: number;
  lists: ActiveList[];
}

/**
 * Looks up the other sides of payments in watch-lists before the payments are decided: a search must not hold the locks
 * of accounts. The decision refuses a result of other lists than the active ones, and then the lists are read again
 * (docs/api/watch-lists.md#payments).
 */
@Injectable()
export class PaymentNames {
  private readonly known = new Map<number, KnownLists>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly indexes: WatchListIndexes,
  ) {}

  /** Undefined for a request without a party at another institution. */
  examine(request: PostingRequest): Promise<PartyExamination> | undefined {
    const names = foreignNamesOf(request);
    return names.length === 0 ? undefined : this.lookUp(request.institutionId, names);
  }

  /** Tells the number of the lists that are active, so that lists with another number are read again. */
  expect(institutionId: number, version: number): void {
    if (this.known.get(institutionId)?.version !== version) this.known.delete(institutionId);
  }

  private async lookUp(institutionId: number, names: string[]): Promise<PartyExamination> {
    const { version, lists } = this.known.get(institutionId) ?? (await this.read(institutionId));
    const examination = { listsVersion: version, isPep: false, isListed: false };
    const parties = names.map((name) => ({ name }));
    for (const { list, version: active } of lists) {
      const hits = await searchEach(await this.indexes.of(active), parties);
      if (hits.some((found) => found.length > 0)) examination[list.kind === 'pep' ? 'isPep' : 'isListed'] = true;
    }
    return examination;
  }

  /** The number is read first: lists that change in between are newer than it, and the decision refuses the result. */
  private async read(institutionId: number): Promise<KnownLists> {
    const known = await this.unitOfWork.run(institutionId, async (tx) => {
      const { watchListsVersion: version } = await tx.findOneByOrFail(Institution, { institutionId });
      return { version, lists: version === 0 ? [] : await activeLists(tx, institutionId) };
    });
    this.known.set(institutionId, known);
    return known;
  }
}

/** The names of the parties at other institutions, those of the postings that follow from the request included. */
export function foreignNamesOf(request: Pick<PostingRequest, 'operation' | 'onward'>): string[] {
  const parties = [request, ...(request.onward?.postings ?? [])].map(foreignPartyOf);
  return [...new Set(parties.flatMap((party) => party?.name ?? []))].filter((name) => name !== '');
}
