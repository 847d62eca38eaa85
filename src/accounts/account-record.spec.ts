import { Keyring } from '../common/crypto/keyring';
import { IdentityNumbers } from '../common/identity/identity-numbers';
import {
  depositAccountView,
  type DepositRecordRow,
  virtualAccountDisplayName,
  virtualAccountView,
  type VirtualRecordRow,
} from './account-record';
import { PersonNumbers } from './customers/person-numbers';
import type { VirtualAccount } from './virtual-accounts/virtual-account.entity';

const common = {
  id: '10077',
  record_id: '3f2b8c1e-6a57-4d1c-9a0e-0c9f5b8f7a11',
  account_number: '0000010038',
  account_name: 'Adaeze Okafor',
  customer_id: '00000101',
  customer_name: 'Lagos Traders Ltd',
  product_code: 'CUR01',
  product_name: 'Current',
  branch_code: 'BR001',
  branch_name: 'Marina',
  officer_staff_id: 'STF001',
  officer_name: 'Bola Adeyemi',
  status: 'Active' as const,
  reference_number: 'REF-1',
  date_opened: '2026-11-21',
  date_closed: null,
};

const view = {
  id: 10077,
  recordId: common.record_id,
  accountNumber: '0000010038',
  customerID: '00000101',
  customerName: 'Lagos Traders Ltd',
  productCode: 'CUR01',
  productName: 'Current',
  branchCode: 'BR001',
  branchName: 'Marina',
  accountOfficerStaffID: 'STF001',
  accountOfficerName: 'Bola Adeyemi',
  accountStatus: 'Active',
  currency: 'NGN',
  referenceNumber: 'REF-1',
  dateOpened: '2026-11-21',
};

/** The details of the virtual account, named like the request's fields. */
const details = {
  lastName: 'Okafor',
  firstName: 'Adaeze',
  phoneNumber: '+2348031234567',
  email: 'ada@example.com',
  alias: 'Ada',
  otherNames: 'Ngozi',
  dateOfBirth: '1990-04-23',
  address: '12 Marina',
  bvn: '22123456789',
  nin: null,
  tin: null,
  nationality: 'Nigerian',
  state: 'Lagos',
  lga: null,
  maritalStatus: null,
  religion: null,
  homeTown: null,
  identificationType: null,
  identificationNumber: null,
  pep: false,
  employeeID: '42',
  ignorePrefix: null,
  isBusinessAccount: true,
};

const identity = new IdentityNumbers(new Keyring([Buffer.alloc(32, 1)]));
const persons = new PersonNumbers(identity);

const VIRTUAL: VirtualAccount = {
  ...details,
  bvn: null,
  sealedBvn: identity.seal(7, 'bvn', details.bvn),
  sealedNin: null,
  sealedTin: null,
  sealedIdentificationNumber: null,
  institutionId: 7,
  id: 10077,
  recordId: common.record_id,
  accountNumber: '0000010038',
  settlementAccountId: 10050,
  accountName: 'Adaeze Okafor',
  status: 'Active',
  paymentAmountKobo: 500_050n,
  proxyPaymentDetails: { any: 'thing' },
  referenceNumber: 'REF-1',
  dateOpened: '2026-11-21',
  dateClosed: null,
  closureReason: null,
  erasedAt: null,
  createdBy: 'api-client:one',
  createdAt: new Date(0),
};

describe('virtualAccountView', () => {
  it('shows the record of a virtual account without balances', () => {
    const row: VirtualRecordRow = { ...common, settlement_account_number: '0000010021' };
    expect(virtualAccountView(row, VIRTUAL, persons.shown(true))).toStrictEqual({
      ...view,
      ...details,
      paymentAmount: 5000.5,
      enhancedVirutalProxyPaymentDetails: { any: 'thing' },
      accountName: 'Adaeze Okafor/Lagos Traders Ltd',
      accountType: 'Virtual',
      availableBalance: null,
      ledgerBalance: null,
      kycTier: null,
      pendingApprovalId: null,
      isVirtualAccount: true,
      settlementAccountNumber: '0000010021',
      dateClosed: null,
      virtualAccountID: 10077,
      canHoldBalance: false,
      canDebit: false,
      historyMode: 'credits-only',
    });
  });

  it('masks the numbers of a person for those who may not see them, sealed or not sealed yet', () => {
    const row: VirtualRecordRow = { ...common, settlement_account_number: '0000010021' };
    const stored = { ...VIRTUAL, nin: '70123456789', proxyPaymentDetails: { payerBvn: '22123456789' } };
    expect(virtualAccountView(row, stored, persons.shown(false))).toMatchObject({
      bvn: '*******6789',
      nin: '*******6789',
      enhancedVirutalProxyPaymentDetails: { payerBvn: '*******6789' },
    });
    expect(virtualAccountView(row, stored, persons.shown(true))).toMatchObject({
      bvn: '22123456789',
      nin: '70123456789',
      enhancedVirutalProxyPaymentDetails: { payerBvn: '22123456789' },
    });
  });

  it('joins the name of a virtual account and its company', () => {
    expect(virtualAccountDisplayName('Till 4', 'A/B Foods')).toBe('Till 4/A/B Foods');
  });
});

describe('depositAccountView', () => {
  const row: DepositRecordRow = {
    ...common,
    product_type: 'Current',
    debits_posted_kobo: '100050',
    credits_posted_kobo: '300075',
    held_kobo: '5000',
    overdraft_limit_kobo: '1000',
    kyc_tier: 3,
    pending_approval_id: '20417',
  };

  it('shows the ledger balance and the available balance', () => {
    expect(depositAccountView(row)).toStrictEqual({
      ...view,
      accountName: 'Adaeze Okafor',
      accountType: 'Current',
      availableBalance: 1960.25,
      ledgerBalance: 2000.25,
      kycTier: 3,
      pendingApprovalId: 20417,
      isVirtualAccount: false,
      settlementAccountNumber: null,
      dateClosed: null,
    });
  });

  it('shows the ledger balance of an overdrawn account below zero', () => {
    expect(depositAccountView({ ...row, credits_posted_kobo: '0', held_kobo: '0' })).toMatchObject({
      ledgerBalance: -1000.5,
      availableBalance: -990.5,
    });
  });
});
