import type { Row } from '../../../api/client';
import { action, versionOf } from '../../../form/action';
import { listed } from '../../../form/choices';
import { TERM_LABELS, typeText } from './product-words';

export type Product = Row<'listProducts'>;
type Rate = Row<'listProductRates'>;
type Fee = Row<'listProductFees'>;

const LEDGERS = listed('listLedgers', (row) => ({ value: row.code, text: `${row.code} ${row.name}` }));
const LEDGER_FIELDS = [
  'controlLedgerCode',
  'interestReceivable',
  'feeReceivable',
  'defaultReceivable',
  'penaltyReceivable',
  'unearnedInterest',
  'interestInSuspense',
  'interestIncome',
  'defaultIncome',
  'penaltyIncome',
  'recoveryIncome',
  'loanLoss',
  'interestExpense',
  'interestPayable',
  'prepaidInterest',
  'withholdingTaxPayable',
  'incomeLedgerCode',
  'glAccountCodes',
];
const FORM = {
  labels: TERM_LABELS,
  choices: {
    ...Object.fromEntries(LEDGER_FIELDS.map((name) => [name, LEDGERS])),
    productType: ['Savings', 'Current', 'FixedDeposit', 'Loan', 'GroupLoan'].map((value) => ({
      value,
      text: typeText(value),
    })),
  },
};

export const CREATE_PRODUCT = action<undefined>()({
  operation: 'createProduct',
  title: 'Create a product',
  ...FORM,
  consequence: () =>
    'Kind, code and control ledger stay as they are for ever. Enter the terms of its kind: loan terms for loans, savings terms for accounts, fixed deposit terms for deposits.',
  done: 'The product has been created.',
  opens: ({ productCode }) => `/admin/products/${productCode}`,
});

const TERMS_OF = {
  Savings: 'savingsTerms',
  Current: 'savingsTerms',
  FixedDeposit: 'fixedDepositTerms',
  Loan: 'loanTerms',
  GroupLoan: 'loanTerms',
} as const;

/** The change of a product offers the terms of its kind. */
export function changeOf({ productType }: Product) {
  return action<Product>()({
    operation: 'updateProduct',
    title: 'Change the product',
    ...FORM,
    fields: ['productName', 'status', 'interestRate', 'minimumBalance', 'glAccountCodes', TERMS_OF[productType]],
    version: versionOf,
    path: ({ productCode }) => ({ productCode }),
    initial: (product) => ({ ...product, glAccountCodes: product.glAccounts.map(({ code }) => code) }),
    consequence: () =>
      'New contracts follow the changed terms; contracts that began keep the terms they began with. A product that is not active takes no new business.',
    done: 'The product has been changed.',
  });
}

export function rateActions(productCode: string) {
  return {
    create: action<undefined>()({
      operation: 'createProductRate',
      title: 'Add a rate',
      ...FORM,
      path: () => ({ productCode }),
      consequence: () => 'New contracts may name the rate instead of the product’s own.',
      done: 'The rate has been added.',
    }),
    change: action<Rate>()({
      operation: 'updateProductRate',
      title: 'Change the rate',
      ...FORM,
      version: versionOf,
      path: ({ id }) => ({ productCode, rateId: id }),
      initial: (rate) => ({ ...rate }),
      clears: ['tiers'],
      consequence: () => 'It holds for new contracts; contracts that run keep the rate they were made with.',
      done: 'The rate has been changed.',
    }),
  };
}

export function feeActions(productCode: string) {
  return {
    create: action<undefined>()({
      operation: 'createProductFee',
      title: 'Add a fee',
      ...FORM,
      path: () => ({ productCode }),
      initial: () => ({ vatApplies: true }),
      consequence: () => 'New loans may name the fee.',
      done: 'The fee has been added.',
    }),
    change: action<Fee>()({
      operation: 'updateProductFee',
      title: 'Change the fee',
      ...FORM,
      version: versionOf,
      path: ({ id }) => ({ productCode, feeId: id }),
      initial: (fee) => ({ ...fee }),
      consequence: () => 'It holds for new loans; loans that run keep the fees they were made with.',
      done: 'The fee has been changed.',
    }),
  };
}
