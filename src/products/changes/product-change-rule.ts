import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import type { ConfigurationChange } from '../../institutions/changes/change-as-data';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { PRODUCT_TERMS_APPROVED } from '../products.settings';

/**
 * True when a change gives nobody other terms: another name, or the end of new business.
 * @param nameField the field of the name
 */
export function keepsTerms(
  { before, after }: Pick<ConfigurationChange, 'before' | 'after'>,
  nameField: string,
): boolean {
  if (before === null) return false;
  return Object.entries(after).every(
    ([field, value]) => field === nameField || (field === 'status' && value === 'Inactive'),
  );
}

/** The fields of a body that were sent; null counts as left out. */
export function sentFields<Body extends object>(body: Body): Partial<Body> {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Body>;
}

/** Tells when products change by two people (docs/security.md#changes-that-need-two-people). */
@Injectable()
export class ProductChangeRule {
  constructor(private readonly settings: InstitutionSettings) {}

  /** True when one person may make the change. @param nameField the field of the name */
  async isImmediate(
    tx: Tx,
    institutionId: number,
    change: Pick<ConfigurationChange, 'before' | 'after'>,
    nameField: string,
  ): Promise<boolean> {
    if (keepsTerms(change, nameField)) return true;
    return (await this.settings.getWithin(tx, institutionId, PRODUCT_TERMS_APPROVED)) !== 'true';
  }
}
