import type { QueryBus } from '@nestjs/cqrs';
import { LedgerEntriesQuery, type LedgerEntryView } from '../../books/balances/balances.dto';
import { ListLedgerEntries } from '../../books/balances/queries/list-ledger-entries';
import { readOf } from '../../common/audit/audited-read';
import { ListPostings } from '../../enquiries/postings/list-postings';
import { ListPostingsQuery, type PostingRowView } from '../../enquiries/postings/list-postings.dto';
import { ledgerPermissions } from '../../ledger/ledger.permissions';
import { postingsPermissions } from '../../postings/postings.permissions';
import { SearchTransfers } from '../../transfers/search/queries/search-transfers';
import { SearchTransfersQuery, type TransferRowView } from '../../transfers/search/transfer-search.dto';
import { transfersPermissions } from '../../transfers/transfers.permissions';
import { type ExportReport, exportRowsOf } from '../exported-list';
import { dayColumn, nairaColumn, textColumn, timeColumn, yesColumn } from './report-columns';

export const transfersReport: ExportReport<SearchTransfersQuery, TransferRowView> = {
  name: 'transfers',
  title: 'Transfers',
  permission: transfersPermissions.viewTransfers,
  audited: readOf('transfer.list', { AccountNumber: 'account' }),
  filters: SearchTransfersQuery,
  columns: (timeZone) => [
    textColumn('Posting', 18, (row) => row.postingReferenceNumber),
    textColumn('Reference', 24, (row) => row.transactionReference),
    timeColumn('Time', timeZone, (row) => row.transactionDate),
    textColumn('Type', 10, (row) => row.transferType),
    textColumn('State', 16, (row) => row.processingStatus),
    nairaColumn('Amount', (row) => row.amount),
    nairaColumn('Fee', (row) => row.feeCharge),
    nairaColumn('VAT', (row) => row.vat),
    nairaColumn('Stamp duty', (row) => row.stampDuty),
    textColumn('Debited account', 14, (row) => row.debitAccount),
    textColumn('Debited name', 30, (row) => row.debitAccountName),
    textColumn('Credited account', 14, (row) => row.creditAccount),
    textColumn('Credited name', 30, (row) => row.creditAccountName),
    textColumn('Institution', 24, (row) => row.beneficiaryBankName),
    textColumn('Session ID', 32, (row) => row.sessionID),
    textColumn('Response code', 10, (row) => row.responseCode),
    textColumn('Response', 30, (row) => row.responseMessage),
    textColumn('Narration', 40, (row) => row.narration),
    yesColumn('Reversed', (row) => row.isReversed),
    yesColumn('Held', (row) => row.amlHold),
    textColumn('Failure', 40, (row) => row.failureReason),
  ],
  read: async (queries: QueryBus, { institutionId }, filters) =>
    exportRowsOf(await queries.execute(new SearchTransfers(institutionId, filters))),
};

export const postingsReport: ExportReport<ListPostingsQuery, PostingRowView> = {
  name: 'postings',
  title: 'Postings',
  permission: postingsPermissions.viewPostings,
  audited: readOf('posting.list', { AccountNumber: 'account' }),
  filters: ListPostingsQuery,
  columns: (timeZone) => [
    textColumn('Posting', 18, (row) => row.postingReferenceNumber),
    textColumn('Kind', 18, (row) => row.kind),
    textColumn('Reference', 24, (row) => row.reference),
    textColumn('State', 16, (row) => row.status),
    textColumn('Origin', 10, (row) => row.origin),
    nairaColumn('Amount', (row) => row.amount),
    dayColumn('Business date', (row) => row.businessDate),
    dayColumn('Value date', (row) => row.valueDate),
    textColumn('Initiated by', 24, (row) => row.initiatedBy),
    textColumn('Approved by', 24, (row) => row.approvedBy),
    timeColumn('Posted', timeZone, (row) => row.postedAt),
    textColumn('Narration', 40, (row) => row.narration),
  ],
  read: async (queries: QueryBus, { institutionId }, filters) =>
    exportRowsOf(await queries.execute(new ListPostings(institutionId, filters))),
};

export const ledgerEntriesReport: ExportReport<LedgerEntriesQuery, LedgerEntryView> = {
  name: 'ledger-entries',
  title: 'Entries of a ledger',
  permission: ledgerPermissions.viewTrialBalance,
  filters: LedgerEntriesQuery,
  columns: () => [
    textColumn('Posting', 18, (row) => row.postingReferenceNumber),
    textColumn('Account', 14, (row) => row.accountNumber),
    dayColumn('Financial date', (row) => row.financialDate),
    dayColumn('Value date', (row) => row.valueDate),
    textColumn('Branch code', 12, (row) => row.branchCode),
    nairaColumn('Debit', (row) => (row.side === 'debit' ? row.amount : null)),
    nairaColumn('Credit', (row) => (row.side === 'credit' ? row.amount : null)),
    textColumn('Narration', 40, (row) => row.narration),
  ],
  read: async (queries: QueryBus, { institutionId }, filters) => {
    const { entries, nextAfter } = await queries.execute(new ListLedgerEntries(institutionId, filters));
    return { rows: entries, nextAfter };
  },
};
