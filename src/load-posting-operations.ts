/**
 * Loads the definition of every posting operation, without Nest: a thread that imports this file can compute the
 * answer, the metadata and the extra rows of any posting request.
 */
import './accounts/interest/posting/interest-posting.operation';
import './bills/bill-vend.operation';
import './cards/card-spend.operation';
import './end-of-day/periods/year-end-closing.operation';
import './fixed-deposits/fixed-deposit-order.operation';
import './imports/opening-balance.operation';
import './loans/contract/loan-request.operation';
import './postings/manual-postings.operation';
import './transfers/bulk/bulk-transfer.operation';
import './transfers/bulk/bulk-transfer-row.operation';
import './transfers/bulk/outward-row.operation';
import './transfers/inward/inward-settlement.operation';
import './transfers/inward/inward-transfer.operation';
import './transfers/local/local-transfer.operation';
import './transfers/outward/outward-transfer.operation';

export { postingOperationNames } from './ledger/engine/posting-operation';
