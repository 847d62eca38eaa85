import type { CreateLedgerBody } from '../../ledger/chart/gl-accounts.dto';
import { LICENCE_CLASS } from '../../loans/loans.settings';
import type { CreateProductBody } from '../../products/products.dto';
import type { InstitutionTemplate } from '../institution-template';
import { BASE_LEDGERS, LEDGER_SETTINGS } from './base-chart';
import { DEPOSIT_INTEREST, LOAN_BOOKS, PRODUCT_LEDGERS, PROVISION_SETTINGS } from './term-products';

const RESERVES: CreateLedgerBody[] = [
  { code: '1060', name: 'Balance with the Central Bank', category: 'Asset', allowApi: false },
  { code: '1065', name: 'Cash reserve with the Central Bank', category: 'Asset', allowApi: false },
  { code: '1070', name: 'Due from other banks', category: 'Asset', allowApi: false },
  { code: '1080', name: 'Treasury bills', category: 'Asset', allowApi: false },
  { code: '3030', name: 'Statutory reserve', category: 'Equity', allowApi: false },
];

const PRODUCTS: CreateProductBody[] = [
  {
    productCode: 'SAV001',
    productName: 'Savings Account',
    productType: 'Savings',
    interestRate: 8,
    minimumBalance: 0,
    controlLedgerCode: '2010',
    savingsTerms: { ledgers: DEPOSIT_INTEREST },
  },
  {
    productCode: 'CUR001',
    productName: 'Personal Current Account',
    productType: 'Current',
    interestRate: 0,
    minimumBalance: 0,
    controlLedgerCode: '2020',
  },
  {
    productCode: 'CUR002',
    productName: 'Corporate Current Account',
    productType: 'Current',
    interestRate: 0,
    minimumBalance: 0,
    controlLedgerCode: '2020',
  },
  {
    productCode: 'LN001',
    productName: 'Term Loan',
    productType: 'Loan',
    interestRate: 28,
    controlLedgerCode: '1100',
    glAccountCodes: ['2030', '2100'],
    loanTerms: {
      minPrincipal: 100_000,
      maxPrincipal: 1_000_000_000,
      minTenure: 1,
      maxTenure: 60,
      arrearsInterestRate: 12,
      failedRepaymentGracePeriod: 3,
      ledgers: LOAN_BOOKS,
    },
  },
  {
    productCode: 'FD001',
    productName: 'Fixed Deposit',
    productType: 'FixedDeposit',
    interestRate: 15,
    controlLedgerCode: '2105',
    glAccountCodes: ['2030'],
    fixedDepositTerms: {
      minPrincipal: 100_000,
      maxPrincipal: 10_000_000_000,
      minTenureDays: 30,
      maxTenureDays: 365,
      earlyLiquidationPenaltyPercent: 25,
      ledgers: { ...DEPOSIT_INTEREST, prepaidInterest: '1040' },
    },
  },
];

export const commercialBank: InstitutionTemplate = {
  name: 'commercial-bank',
  summary: 'Savings, personal and corporate current accounts, term loans, fixed deposits, ledgers for reserves',
  ledgers: [...BASE_LEDGERS, ...PRODUCT_LEDGERS, ...RESERVES],
  products: PRODUCTS,
  rates: [],
  fees: [
    [
      'LN001',
      { name: 'Management fee', kind: 'Percentage', rate: 1, incomeLedgerCode: '4030', charged: 'Disbursement' },
    ],
  ],
  settings: { ...LEDGER_SETTINGS, ...PROVISION_SETTINGS, [LICENCE_CLASS]: 'CommercialBank' },
};
