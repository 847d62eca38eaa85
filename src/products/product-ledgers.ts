import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { GlAccount, type GlCategory } from '../ledger/chart/gl-account.entity';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { productsErrors } from './products.errors';
import type { LedgerColumns, LedgerRule } from './terms/term-ledgers';

/** Finds the ledgers that products name by code. */
@Injectable()
export class ProductLedgers {
  /** @throws LEDGER_NOT_FOUND (404), CONTROL_LEDGER_REQUIRED, PRODUCT_LEDGER_REFUSED (422) */
  async control(tx: Tx, institutionId: number, code: string, category: GlCategory): Promise<number> {
    const { id } = (await this.byCode(tx, institutionId, [code]))(code);
    const controls = await this.controlsAmong(tx, institutionId, [id]);
    if (!controls.has(id)) throw productsErrors.CONTROL_LEDGER_REQUIRED(`The ledger ${code} is not a control ledger.`);
    return this.one(tx, institutionId, 'controlLedgerCode', code, { category, isControl: true });
  }

  /**
   * Ids of the ledgers that requests about a product may name, in the order of their codes.
   * @throws LEDGER_NOT_FOUND (404), PRODUCT_LEDGER_REFUSED (422) for a control ledger, which takes no direct entries.
   */
  async usable(tx: Tx, institutionId: number, codes: string[]): Promise<number[]> {
    const byCode = await this.byCode(tx, institutionId, codes);
    const ids = codes.map((code) => byCode(code).id);
    const controls = await this.controlsAmong(tx, institutionId, ids);
    const refused = codes.find((_, index) => controls.has(ids[index]!));
    if (refused !== undefined)
      throw productsErrors.PRODUCT_LEDGER_REFUSED(
        `glAccountCodes must be ledgers for direct entries; ${refused} is a control ledger.`,
      );
    return ids;
  }

  /**
   * The one ledger that must be of this kind.
   * @param role what the request calls it, for the refusal.
   * @throws LEDGER_NOT_FOUND (404), PRODUCT_LEDGER_REFUSED (422)
   */
  async one(tx: Tx, institutionId: number, role: string, code: string, rule: LedgerRule): Promise<number> {
    const byRole: Record<string, number> = await this.columns(tx, institutionId, { [role]: code }, { [role]: rule });
    return byRole[`${role}GlAccountId`]!;
  }

  /**
   * The columns of terms that name their ledgers by role.
   * @throws LEDGER_NOT_FOUND (404), PRODUCT_LEDGER_REFUSED (422)
   */
  async columns<Role extends string>(
    tx: Tx,
    institutionId: number,
    codes: Record<Role, string>,
    rules: Record<Role, LedgerRule>,
  ): Promise<LedgerColumns<Role>> {
    const roles = Object.keys(rules) as Role[];
    const byCode = await this.byCode(
      tx,
      institutionId,
      roles.map((role) => codes[role]),
    );
    const ledgers = roles.map((role) => ({ role, ...byCode(codes[role]) }));
    const controls = await this.controlsAmong(
      tx,
      institutionId,
      ledgers.map(({ id }) => id),
    );
    for (const { role, id, code, category } of ledgers) {
      const rule = rules[role];
      if (category !== rule.category || controls.has(id) !== rule.isControl) {
        throw productsErrors.PRODUCT_LEDGER_REFUSED(
          `${role} must be ${rule.isControl ? 'a control ledger' : 'a ledger for direct entries'} of the category ${rule.category}; ${code} is not.`,
        );
      }
    }
    return Object.fromEntries(ledgers.map(({ role, id }) => [`${role}GlAccountId`, id])) as LedgerColumns<Role>;
  }

  private async controlsAmong(tx: Tx, institutionId: number, ids: number[]): Promise<Set<number>> {
    const accounts =
      ids.length === 0
        ? []
        : await tx.find(LedgerAccount, {
            where: { institutionId, id: In(ids), isControl: true },
            select: { id: true },
          });
    return new Set(accounts.map(({ id }) => id));
  }

  private async byCode(tx: Tx, institutionId: number, codes: string[]): Promise<(code: string) => GlAccount> {
    const ledgers = codes.length === 0 ? [] : await tx.findBy(GlAccount, { institutionId, code: In(codes) });
    const byCode = new Map(ledgers.map((ledger) => [ledger.code, ledger]));
    return (code) => {
      const ledger = byCode.get(code);
      if (!ledger) throw ledgerErrors.LEDGER_NOT_FOUND(`There is no ledger ${code}.`);
      return ledger;
    };
  }
}
