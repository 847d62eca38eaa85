import { LICENCE_CLASS } from '../../loans/loans.settings';
import type { CreateProductBody } from '../../products/products.dto';
import type { InstitutionTemplate } from '../institution-template';
import { BASE_LEDGERS, LEDGER_SETTINGS } from './base-chart';
import {
  PRODUCT_FEES,
  PRODUCT_LEDGERS,
  PRODUCT_RATES,
  PROVISION_SETTINGS,
  SAVINGS_TERMS,
  TERM_PRODUCTS,
} from './term-products';

const PRODUCTS: CreateProductBody[] = [
  {
    productCode: 'SAV001',
    productName: 'Regular Savings',
    productType: 'Savings',
    interestRate: 4.5,
    minimumBalance: 0,
    controlLedgerCode: '2010',
    savingsTerms: SAVINGS_TERMS,
  },
  {
    productCode: 'CUR001',
    productName: 'Business Current',
    productType: 'Current',
    interestRate: 0,
    minimumBalance: 0,
    controlLedgerCode: '2020',
  },
  ...TERM_PRODUCTS,
];

/** Savings, current accounts, personal and group loans, fixed deposits; the sandbox has it too. */
export const microfinanceBank: InstitutionTemplate = {
  name: 'microfinance-bank',
  summary: 'Savings, current accounts, personal and group loans, fixed deposits',
  ledgers: [...BASE_LEDGERS, ...PRODUCT_LEDGERS],
  products: PRODUCTS,
  rates: PRODUCT_RATES,
  fees: PRODUCT_FEES,
  settings: { ...LEDGER_SETTINGS, ...PROVISION_SETTINGS, [LICENCE_CLASS]: 'MicrofinanceBank' },
};
