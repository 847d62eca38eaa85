import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { searchName } from '../../common/text/search-name';
import { Clock } from '../../common/time/clock';
import { institutionsErrors } from '../institutions.errors';
import { Branch } from './branch.entity';

export interface NewBranch {
  institutionId: number;
  branchCode: string;
  branchName: string;
  address?: string;
}

/** Finds and checks branches for modules whose records refer to them. */
@Injectable()
export class Branches {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /** @throws BRANCH_NOT_FOUND (404) */
  async require(tx: Tx, institutionId: number, branchCode: string): Promise<Branch> {
    const branch = await tx.findOneBy(Branch, { institutionId, branchCode });
    if (!branch) throw institutionsErrors.BRANCH_NOT_FOUND(`There is no branch ${branchCode}.`);
    return branch;
  }

  /** The branch, locked until the transaction ends. @throws BRANCH_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, branchCode: string): Promise<Branch> {
    const branch = await tx.findOne(Branch, {
      where: { institutionId, branchCode },
      lock: { mode: 'for_no_key_update' },
    });
    if (!branch) throw institutionsErrors.BRANCH_NOT_FOUND(`There is no branch ${branchCode}.`);
    return branch;
  }

  /** A branch that new records may name. @throws BRANCH_NOT_FOUND (404), BRANCH_INACTIVE (422) */
  async requireActive(tx: Tx, institutionId: number, branchCode: string): Promise<Branch> {
    const branch = await this.require(tx, institutionId, branchCode);
    if (branch.status !== 'Active') throw institutionsErrors.BRANCH_INACTIVE(`The branch ${branchCode} is not active.`);
    return branch;
  }

  /** @throws BRANCH_CODE_TAKEN (409) */
  async create(tx: Tx, { institutionId, branchCode, branchName, address }: NewBranch): Promise<Branch> {
    const branch: Branch = {
      institutionId,
      id: await this.ids.next(),
      branchCode,
      branchName,
      searchName: searchName(branchName),
      address: address ?? null,
      status: 'Active',
      createdAt: this.clock.now(),
    };
    await refusingDuplicates(tx.insert(Branch, branch), {
      uq_branch_branch_code: institutionsErrors.BRANCH_CODE_TAKEN,
    });
    return branch;
  }
}
