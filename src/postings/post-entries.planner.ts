import { Injectable } from '@nestjs/common';
import { MemberOf } from '../common/registry/registry';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { ORDINARY } from '../ledger/engine/posting-request';
import {
  type Movement,
  type MovementPlanner,
  MovementPlanners,
  type PostingPlan,
} from '../ledger/movements/movement-planners';
import { buildCompoundPosting, type CompoundPosting } from './compound-posting';
import { postEntries } from './manual-postings.operation';
import { NamedAccounts } from './named-accounts';
import { POSTING_KIND } from './posting-kinds';
import type { PostBody } from './postings.dto';
import { ValueDates } from './value-dates';

/** A compound posting with the directory entries of its accounts, in the order of its entries. */
interface ResolvedPosting extends CompoundPosting {
  accounts: AccountDirectoryEntry[];
}

/** Plans `post`. */
@Injectable()
@MemberOf(MovementPlanners)
export class PostEntriesPlanner implements MovementPlanner<PostBody> {
  readonly operation = postEntries;

  constructor(
    private readonly accounts: NamedAccounts,
    private readonly valueDates: ValueDates,
  ) {}

  async plan({ institutionId, source: { payload: body } }: Movement<PostBody>): Promise<PostingPlan> {
    const { legs, amountKobo } = await resolvePosting(this.accounts, institutionId, body);
    const valueDate = body.valueDate ?? undefined;
    return {
      ...plannedPosting(body, { legs, amountKobo }),
      ...(await this.valueDates.of(institutionId, valueDate)),
      kind: POSTING_KIND,
      operation: postEntries.with({ amountKobo, valueDate, entries: legs.length }),
    };
  }
}

/**
 * Looks up the accounts of a compound posting and builds its legs.
 * @throws ACCOUNT_NOT_FOUND (404) with the entry's field, and what `buildCompoundPosting` throws
 */
export async function resolvePosting(
  named: NamedAccounts,
  institutionId: number,
  { entries }: Pick<PostBody, 'entries'>,
): Promise<ResolvedPosting> {
  const numbers = Object.fromEntries(entries.map(({ account }, index) => [`entries[${index}].account`, account]));
  const accounts = Object.values(await named.find(institutionId, numbers));
  return { accounts, ...buildCompoundPosting(entries, accounts) };
}

/** The plan of a compound posting, without its kind, operation and value date. */
export function plannedPosting(
  { referenceNumber, narration }: PostBody,
  { legs, amountKobo }: CompoundPosting,
): Omit<PostingPlan, 'kind' | 'operation'> {
  return {
    reference: referenceNumber,
    nature: ORDINARY,
    narration,
    legs,
    amountKobo,
    feeKobo: 0n,
  };
}
