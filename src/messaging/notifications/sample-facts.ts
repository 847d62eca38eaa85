import type { NotificationEvent } from './notification-events';
import type { NotificationFacts } from './notification-variables';

const TRANSFER = {
  channel: 'transfer',
  provider: 'providerh',
  transfer_type: 'outward',
  bank_code_to: '000013',
  bank_to: 'Sample Bank',
  account_name_to: 'Ada Obi',
  account_number_to: '0123456789',
  account_name_from: 'Bola Ade',
  account_number_from: '1000000011',
  transaction_reference: 'SAMPLE-0001',
  name_enquiry_ref: 'NE-0001',
  session_id: '090286261121101500000000000001',
  processing_status: 'Processed',
  narration_originator: 'Rent for November',
  narration_beneficiary: 'Rent for November',
};

const BILLS = {
  channel: 'bills',
  provider: 'providera',
  biller_identifier: 'ikeja-electric',
  biller_name: 'Ikeja Electric',
  package_identifier: 'prepaid',
  package_name: 'Prepaid',
  customer_id: '45012345678',
  customer_name: 'Bola Ade',
  payment_reference: 'SAMPLE-0001',
  posting_reference: 'P-0001',
  transaction_id: 'T-0001',
  vend_status: 'Successful',
  token: '1234-5678-9012-3456-7890',
  token_units: 32.5,
};

/** Sample data for the preview of a template. */
export function sampleFacts(event: NotificationEvent): NotificationFacts {
  return {
    event,
    accountNumber: '1000000011',
    amountKobo: '500000',
    balanceKobo: '12345678',
    reference: 'SAMPLE-0001',
    at: '2026-11-21T09:15:00.000Z',
    metadata: event.startsWith('bills.') ? BILLS : TRANSFER,
  };
}
