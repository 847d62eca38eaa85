import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { GlAccount, type GlCategory } from '../ledger/chart/gl-account.entity';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { productsErrors } from './products.errors';
import type { LedgerColumns, LedgerRule } from './terms/term-ledgers';

/** Finds the ledgers that products name by code, and asserts their category (`docs/api/products.md#ledgers`). */
@Injectable()
export class ProductLedgers {
  /**
   * The id of the control ledger with this code.
   * @throws LEDGER_NOT_FOUND (404), CONTROL_LEDGER_REQUIRED, PRODUCT_LEDGER_REFUSED (422)
   */
  async controlLedgerId(tx: Tx, institutionId: number, code: string, category: GlCategory): Promise<number> {
    const { id } = (await this.ledgersByCode(tx, institutionId, [code]))(code);
    const controls = await this.controlIdsAmong(tx, institutionId, [id]);
    if (!controls.has(id)) throw productsErrors.CONTROL_LEDGER_REQUIRED(`The ledger ${code} is not a control ledger.`);
    return this.requireId(tx, institutionId, 'controlLedgerCode', code, { category, isControl: true });
  }

  /**
   * Ids of the ledgers that requests about a product may name, in the order of their codes.
   * @throws LEDGER_NOT_FOUND (404), PRODUCT_LEDGER_REFUSED (422) for a control ledger, to which nobody posts directly.
   */
  async usableIds(tx: Tx, institutionId: number, codes: string[]): Promise<number[]> {
    const byCode = await this.ledgersByCode(tx, institutionId, codes);
    const ids = codes.map((code) => byCode(code).id);
    const controls = await this.controlIdsAmong(tx, institutionId, ids);
    const controlCode = codes.find((_, index) => controls.has(ids[index]!));
    if (controlCode !== undefined)
      throw productsErrors.PRODUCT_LEDGER_REFUSED(
        `glAccountCodes must be ledgers for direct entries; ${controlCode} is a control ledger.`,
      );
    return ids;
  }

  /**
   * The id of the ledger with this code, which must match the rule.
   * @param role the request's name of the ledger, for the refusal.
   * @throws LEDGER_NOT_FOUND (404), PRODUCT_LEDGER_REFUSED (422)
   */
  async requireId(tx: Tx, institutionId: number, role: string, code: string, rule: LedgerRule): Promise<number> {
    const byRole: Record<string, number> = await this.columns(tx, institutionId, { [role]: code }, { [role]: rule });
    return byRole[`${role}GlAccountId`]!;
  }

  /**
   * The ledger columns of terms, by role.
   * @throws LEDGER_NOT_FOUND (404), PRODUCT_LEDGER_REFUSED (422)
   */
  async columns<Role extends string>(
    tx: Tx,
    institutionId: number,
    codes: Record<Role, string>,
    rules: Record<Role, LedgerRule>,
  ): Promise<LedgerColumns<Role>> {
    const roles = Object.keys(rules) as Role[];
    const byCode = await this.ledgersByCode(
      tx,
      institutionId,
      roles.map((role) => codes[role]),
    );
    const ledgers = roles.map((role) => ({ role, ...byCode(codes[role]) }));
    const controls = await this.controlIdsAmong(
      tx,
      institutionId,
      ledgers.map(({ id }) => id),
    );
    for (const { role, id, code, category } of ledgers) {
      const rule = rules[role];
      if (category !== rule.category || controls.has(id) !== rule.isControl) {
        throw productsErrors.PRODUCT_LEDGER_REFUSED(
          `${role} must be ${rule.isControl ? 'a control ledger' : 'a ledger for direct entries'} ` +
            `of the category ${rule.category}; ${code} is not.`,
        );
      }
    }
    return Object.fromEntries(ledgers.map(({ role, id }) => [`${role}GlAccountId`, id])) as LedgerColumns<Role>;
  }

  private async controlIdsAmong(tx: Tx, institutionId: number, ids: number[]): Promise<Set<number>> {
    const accounts =
      ids.length === 0
        ? []
        : await tx.find(LedgerAccount, {
            where: { institutionId, id: In(ids), isControl: true },
            select: { id: true },
          });
    return new Set(accounts.map(({ id }) => id));
  }

  private async ledgersByCode(tx: Tx, institutionId: number, codes: string[]): Promise<(code: string) => GlAccount> {
    const ledgers = codes.length === 0 ? [] : await tx.findBy(GlAccount, { institutionId, code: In(codes) });
    const byCode = new Map(ledgers.map((ledger) => [ledger.code, ledger]));
    return (code) => {
      const ledger = byCode.get(code);
      if (!ledger) throw ledgerErrors.LEDGER_NOT_FOUND(`There is no ledger ${code}.`);
      return ledger;
    };
  }
}
