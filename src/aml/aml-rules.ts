import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { versionOf } from '../common/http/versions';
import { koboToNaira, nairaToKobo } from '../common/money/naira';
import { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { Products } from '../products/products';
import { amlErrors } from './aml.errors';
import { AmlRule } from './aml-rule.entity';
import type { AmlRuleBody, AmlRuleView } from './aml-rules.dto';

type RuleTerms = Omit<AmlRule, 'institutionId' | 'id' | 'createdAt' | 'updatedAt'>;

/** The terms of a rule as staff see them: amounts in Naira, names instead of ids. */
export type AmlRuleFields = Omit<AmlRuleView, 'id' | 'createdAt' | 'updatedAt' | 'version'>;

/** All terms that a request sets, with the defaults of those that it leaves out. */
export function amlRuleFieldsOf(body: AmlRuleBody): AmlRuleFields {
  const { name, direction, threshold } = body;
  return {
    name,
    description: body.description ?? null,
    direction,
    threshold,
    productCode: body.productCode ?? null,
    customerType: body.customerType ?? null,
    accountNumber: body.accountNumber ?? null,
    action: body.action ?? 'hold',
    active: body.active ?? true,
  };
}

/** Builds rules from requests, and their views. */
@Injectable()
export class AmlRules {
  constructor(private readonly products: Products) {}

  /**
   * The terms of a rule.
   * @throws ACCOUNT_NOT_FOUND, PRODUCT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, AML_RULE_SCOPE_REFUSED (422)
   */
  async termsOf(tx: Tx, institutionId: number, fields: AmlRuleFields): Promise<RuleTerms> {
    const { threshold, accountNumber, ...terms } = fields;
    const account = accountNumber === null ? undefined : await this.scopedAccount(tx, institutionId, fields);
    const product = terms.productCode ? await this.products.require(tx, institutionId, terms.productCode) : undefined;
    return {
      ...terms,
      thresholdKobo: nairaToKobo(threshold)!,
      productId: product?.id ?? null,
      productCode: product?.code ?? null,
      accountId: account?.ledgerAccountId ?? null,
      accountNumber: account?.number ?? null,
    };
  }

  /** The rule, locked until the transaction ends. @throws AML_RULE_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, id: number): Promise<AmlRule> {
    const rule = await tx.findOne(AmlRule, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
    if (!rule) throw amlErrors.AML_RULE_NOT_FOUND();
    return rule;
  }

  private async scopedAccount(
    tx: Tx,
    institutionId: number,
    { accountNumber, productCode, customerType, action }: AmlRuleFields,
  ): Promise<AccountDirectoryEntry> {
    const account = await tx.findOneBy(AccountDirectoryEntry, { institutionId, number: accountNumber! });
    if (!account) throw ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${accountNumber}; check the number.`);
    if (account.kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    if (account.kind !== 'gl') return account;
    if (productCode || customerType)
      throw amlErrors.AML_RULE_SCOPE_REFUSED(
        'A GL account has no product and no customer type; leave productCode and customerType out.',
      );
    if (action === 'hold-and-freeze')
      throw amlErrors.AML_RULE_SCOPE_REFUSED('A GL account cannot be frozen; use the action hold.');
    return account;
  }

  view({
    id,
    name,
    description,
    direction,
    thresholdKobo,
    productCode,
    customerType,
    accountNumber,
    action,
    active,
    createdAt,
    updatedAt,
  }: AmlRule): AmlRuleView {
    const threshold = koboToNaira(thresholdKobo);
    const fields = {
      name,
      description,
      direction,
      threshold,
      productCode,
      customerType,
      accountNumber,
      action,
      active,
    };
    return {
      id,
      ...fields,
      version: versionOf(fields),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }
}
