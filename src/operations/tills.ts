import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { versionOf } from '../common/http/versions';
import { koboToNaira, nairaToKobo } from '../common/money/naira';
import { Branch } from '../institutions/branches/branch.entity';
import { Branches } from '../institutions/branches/branches';
import { StaffMembers } from '../institutions/staff/staff-members';
import { ledgerBalanceKobo } from '../ledger/engine/available-balance';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { operationsErrors } from './operations.errors';
import { Till } from './till.entity';
import type { TillView, UpdateTillBody } from './tills.dto';

/** The checked details of a till. */
export type TillTerms = Pick<Till, 'name' | 'branchId' | 'tellerStaffID' | 'cashLimitKobo'>;

/** Reads tills, checks their tellers and builds their views. */
@Injectable()
export class Tills {
  constructor(
    private readonly branches: Branches,
    private readonly staff: StaffMembers,
  ) {}

  /** Locks a till until the transaction ends. @throws TILL_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, id: number): Promise<Till> {
    const till = await tx.findOne(Till, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
    if (!till) throw operationsErrors.TILL_NOT_FOUND();
    return till;
  }

  /** @throws BRANCH_NOT_FOUND, STAFF_NOT_FOUND (404), BRANCH_INACTIVE, TELLER_INACTIVE (422) */
  async resolveTerms(
    tx: Tx,
    institutionId: number,
    { name, branchCode, tellerStaffID, cashLimit }: UpdateTillBody,
  ): Promise<TillTerms> {
    const branch = await this.branches.requireActive(tx, institutionId, branchCode);
    await this.requireTeller(tx, institutionId, tellerStaffID);
    const cashLimitKobo = nairaToKobo(cashLimit) ?? null;
    return { name, branchId: branch.id, tellerStaffID, cashLimitKobo };
  }

  /** @throws STAFF_NOT_FOUND (404), TELLER_INACTIVE (422) */
  async requireTeller(tx: Tx, institutionId: number, staffID: string): Promise<void> {
    const teller = await this.staff.require(tx, institutionId, staffID);
    if (teller.status !== 'Active')
      throw operationsErrors.TELLER_INACTIVE(`${staffID} is not an active member of staff.`);
  }

  /** One till as callers see it. */
  async view(tx: Tx, till: Till): Promise<TillView> {
    const [view] = await this.views(tx, till.institutionId, [till]);
    return view!;
  }

  /** Tills as callers see them, in the same order. */
  async views(tx: Tx, institutionId: number, tills: Till[]): Promise<TillView[]> {
    const accounts = await tx.findBy(LedgerAccount, { institutionId, id: In(tills.map(({ id }) => id)) });
    const branches = await tx.findBy(Branch, { institutionId, id: In(tills.map(({ branchId }) => branchId)) });
    const balances = new Map(accounts.map((account) => [account.id, ledgerBalanceKobo(account)]));
    const codes = new Map(branches.map(({ id, branchCode }) => [id, branchCode]));
    return tills.map(({ id, accountNumber, name, branchId, tellerStaffID, currency, cashLimitKobo, status }) => {
      const branchCode = codes.get(branchId)!;
      const cashLimit = cashLimitKobo === null ? null : koboToNaira(cashLimitKobo);
      return {
        id,
        accountNumber,
        name,
        branchCode,
        tellerStaffID,
        currency,
        cashLimit,
        balance: koboToNaira(balances.get(id)!),
        status,
        version: versionOf({ name, branchCode, tellerStaffID, cashLimit, status }),
      };
    });
  }
}
