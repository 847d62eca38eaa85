import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { localTransferMetadata } from './local-transfer.operation';

const number = (facts: Partial<AccountDirectoryEntry>): AccountDirectoryEntry => ({
  institutionId: 1,
  number: '',
  kind: 'deposit',
  accountId: 1,
  ledgerAccountId: 1,
  virtualName: null,
  closed: false,
  ...facts,
});

describe('localTransferMetadata', () => {
  const facts = {
    institution: { code: '999', name: 'Sandbox Bank' },
    debit: number({ number: '0123456789', ledgerAccountId: 1 }),
    credit: number({ number: '9012345678', kind: 'virtual', ledgerAccountId: 2, virtualName: 'Shop/Acme Ltd' }),
    narration: 'Rent',
    beneficiaryNarration: 'Rent',
    amountKobo: 100n,
    feeKobo: 0n,
  };
  const locked = new Map([
    [1, { name: 'Adaeze Okafor' } as LedgerAccount],
    [2, { name: 'Acme Ltd' } as LedgerAccount],
  ]);

  it('has exactly the documented fields', () => {
    expect(localTransferMetadata(facts, { id: 1, reference: 'REF-1', status: 'Posted' }, locked)).toEqual({
      channel: 'transfer',
      provider: null,
      transfer_type: 'local',
      bank_code_to: '999',
      bank_to: 'Sandbox Bank',
      account_name_to: 'Shop/Acme Ltd',
      account_number_to: '9012345678',
      account_name_from: 'Adaeze Okafor',
      account_number_from: '0123456789',
      originator_bvn: null,
      beneficiary_bvn: null,
      transaction_reference: 'REF-1',
      name_enquiry_ref: null,
      session_id: null,
      processing_status: 'Processed',
      narration_originator: 'Rent',
      narration_beneficiary: 'Rent',
    });
  });

  it('shows the status Pending while the transfer is held', () => {
    expect(localTransferMetadata(facts, { id: 1, reference: 'REF-1', status: 'Held' }, locked).processing_status).toBe(
      'Pending',
    );
  });
});
