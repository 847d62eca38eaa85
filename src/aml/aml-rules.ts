import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { koboToNaira, nairaToKobo } from '../common/money/naira';
import { AccountDirectory } from '../ledger/chart/account-directory';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { Products } from '../products/products';
import { amlErrors } from './aml.errors';
import { AmlRule } from './aml-rule.entity';
import type { AmlRuleBody, AmlRuleView } from './aml-rules.dto';

type RuleTerms = Omit<AmlRule, 'institutionId' | 'id' | 'createdAt' | 'updatedAt'>;

/** Builds rules from requests, and their views. */
@Injectable()
export class AmlRules {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly products: Products,
  ) {}

  /**
   * The account that a rule names, if any. Opens a transaction of its own, so call it before yours.
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, AML_RULE_SCOPE_REFUSED (422)
   */
  async scopedAccount(
    institutionId: number,
    { accountNumber, productCode, customerType, action }: AmlRuleBody,
  ): Promise<AccountDirectoryEntry | undefined> {
    if (!accountNumber) return undefined;
    const account = await this.directory.require(institutionId, accountNumber);
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

  /** @throws PRODUCT_NOT_FOUND (404) */
  async termsOf(
    tx: Tx,
    institutionId: number,
    body: AmlRuleBody,
    account: AccountDirectoryEntry | undefined,
  ): Promise<RuleTerms> {
    const product = body.productCode ? await this.products.require(tx, institutionId, body.productCode) : undefined;
    return {
      name: body.name,
      description: body.description ?? null,
      direction: body.direction,
      thresholdKobo: nairaToKobo(body.threshold)!,
      productId: product?.id ?? null,
      productCode: product?.code ?? null,
      customerType: body.customerType ?? null,
      accountId: account?.ledgerAccountId ?? null,
      accountNumber: account?.number ?? null,
      action: body.action ?? 'hold',
      active: body.active ?? true,
    };
  }

  /** The rule, locked until the transaction ends. @throws AML_RULE_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, id: number): Promise<AmlRule> {
    const rule = await tx.findOne(AmlRule, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
    if (!rule) throw amlErrors.AML_RULE_NOT_FOUND();
    return rule;
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
    return {
      id,
      name,
      description,
      direction,
      threshold: koboToNaira(thresholdKobo),
      productCode,
      customerType,
      accountNumber,
      action,
      active,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }
}
