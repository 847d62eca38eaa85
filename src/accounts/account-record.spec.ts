import { type DepositRecordRow, depositAccountView, virtualAccountDisplayName, type VirtualRecordRow, virtualAccountView } from './account-record';

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
  date_opened: '2026-11-21',
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
  dateOpened: '2026-11-21',
};

describe('virtualAccountView', () => {
  it('is the read model of the specification', () => {
    const row: VirtualRecordRow = { ...common, settlement_account_number: '0000010021' };
    expect(virtualAccountView(row)).toStrictEqual({
      ...view,
      accountName: 'Adaeze Okafor/Lagos Traders Ltd',
      accountType: 'Virtual',
      availableBalance: null,
      ledgerBalance: null,
      kycTier: null,
      isVirtualAccount: true,
      settlementAccountNumber: '0000010021',
      dateClosed: null,
      virtualAccountID: 10077,
      canHoldBalance: false,
      canDebit: false,
      historyMode: 'credits-only',
    });
  });

  it('names it after itself and the company', () => {
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
    date_closed: null,
  };

  it('shows ledger balance and what is available of it', () => {
    expect(depositAccountView(row)).toStrictEqual({
      ...view,
      accountName: 'Adaeze Okafor',
      accountType: 'Current',
      availableBalance: 1960.25,
      ledgerBalance: 2000.25,
      kycTier: 3,
      isVirtualAccount: false,
      settlementAccountNumber: null,
      dateClosed: null,
    });
  });

  it('shows an overdrawn account below zero', () => {
    expect(depositAccountView({ ...row, credits_posted_kobo: '0', held_kobo: '0' })).toMatchObject({ ledgerBalance: -1000.5, availableBalance: -990.5 });
  });
});
