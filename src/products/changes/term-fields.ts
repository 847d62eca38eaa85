import type { ChangeFields } from '../../institutions/changes/change-as-data';
import type { ProductType } from '../product.entity';
import { completeFixedDepositTerms, completeSavingsTerms } from '../terms/deposit-terms';
import type { FixedDepositTerms, SavingsTerms } from '../terms/deposit-terms.dto';
import { completeLoanTerms } from '../terms/loan-terms';
import type { LoanTerms } from '../terms/loan-terms.dto';
import type { ProductTermsBody } from '../terms/product-terms.dto';

const TERMS = ['loanTerms', 'fixedDepositTerms', 'savingsTerms'] as const;

/** The complete terms of a product, of whichever kind it has. */
export interface CompleteTerms {
  loanTerms?: LoanTerms | null;
  fixedDepositTerms?: FixedDepositTerms | null;
  savingsTerms?: SavingsTerms | null;
}

/** The terms of a request with their defaults, because terms are replaced as a whole. */
export function completeTerms(given: ProductTermsBody, productType: ProductType): CompleteTerms {
  return {
    ...(given.loanTerms && { loanTerms: completeLoanTerms(given.loanTerms, productType) }),
    ...(given.fixedDepositTerms && { fixedDepositTerms: completeFixedDepositTerms(given.fixedDepositTerms) }),
    ...(given.savingsTerms && { savingsTerms: completeSavingsTerms(given.savingsTerms) }),
  };
}

/**
 * Terms as fields of a change, so that a checker reads only those that change: `loanTerms.minTenure`,
 * `loanTerms.ledgers.loanLoss`.
 */
export function termFields(terms: CompleteTerms): ChangeFields {
  return Object.fromEntries(TERMS.flatMap((name) => fieldsBelow(name, terms[name])));
}

function fieldsBelow(path: string, terms: object | null | undefined): [string, unknown][] {
  return Object.entries(terms ?? {}).flatMap(([name, value]) =>
    name === 'ledgers' ? fieldsBelow(`${path}.ledgers`, value as object) : [[`${path}.${name}`, value]],
  );
}

/** Fields with dots as objects: `loanTerms.minTenure` as `{ loanTerms: { minTenure } }`. */
export function nested(fields: ChangeFields): ChangeFields {
  const whole: ChangeFields = {};
  for (const [path, value] of Object.entries(fields)) {
    const names = path.split('.');
    const last = names.pop()!;
    let at = whole;
    for (const name of names) at = (at[name] ??= {}) as ChangeFields;
    at[last] = value;
  }
  return whole;
}

/**
 * The whole terms that a change leads to.
 * @param present the terms that it starts from, for the fields that it leaves as they are
 * @returns nothing for terms of which the change has no field
 */
export function changedTerms(fields: ChangeFields, present: CompleteTerms): ProductTermsBody {
  const changes = nested(fields);
  const whole = TERMS.flatMap((name) => {
    const change = changes[name] as (ChangeFields & { ledgers?: object }) | undefined;
    if (change === undefined) return [];
    const before = present[name];
    return [[name, { ...before, ...change, ledgers: { ...before?.ledgers, ...change.ledgers } }]];
  });
  return Object.fromEntries(whole) as ProductTermsBody;
}
