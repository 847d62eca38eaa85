import type { CreateLedgerBody } from '../../ledger/chart/gl-accounts.dto';
import type { CreateProductBody } from '../../products/products.dto';
import type { InstitutionTemplate } from '../institution-template';
import { BASE_LEDGERS, LEDGER_SETTINGS } from './base-chart';

const POOLS: CreateLedgerBody[] = [
  { code: '1075', name: 'Customer funds held at settlement banks', category: 'Asset', allowApi: false },
  { code: '2035', name: 'Agents’ float', category: 'Liability' },
];

const PRODUCTS: CreateProductBody[] = [
  {
    productCode: 'WAL001',
    productName: 'Wallet',
    productType: 'Savings',
    interestRate: 0,
    minimumBalance: 0,
    controlLedgerCode: '2010',
  },
  {
    productCode: 'MER001',
    productName: 'Merchant Account',
    productType: 'Current',
    interestRate: 0,
    minimumBalance: 0,
    controlLedgerCode: '2020',
  },
];

export const fintech: InstitutionTemplate = {
  name: 'fintech',
  summary: 'Wallets and merchant accounts without interest; no loans and no fixed deposits',
  ledgers: [...BASE_LEDGERS, ...POOLS],
  products: PRODUCTS,
  rates: [],
  fees: [],
  settings: LEDGER_SETTINGS,
};
