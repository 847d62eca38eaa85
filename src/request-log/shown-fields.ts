/** Fields of requests and answers that the log shows: no names, numbers of persons or cards, PINs, texts or files. */
const SHOWN = new Set([
  'accountNumber',
  'amount',
  'amountPaid',
  'approvalId',
  'bankCode',
  'billerIdentifier',
  'businessDate',
  'charged',
  'collectionsGL',
  'creditAccount',
  'creditAccountNumber',
  'currency',
  'date',
  'debitAccount',
  'debitAccountNumber',
  'destinationAccount',
  'destinationBankCode',
  'dryRun',
  'endDate',
  'fee',
  'feeCharge',
  'feeIncomeGL',
  'groupLoanID',
  'held',
  'id',
  'interestRate',
  'liquidationAmount',
  'liquidationType',
  'loanAccountNumber',
  'loanAmount',
  'loanStatus',
  'outcome',
  'outstandingPrincipal',
  'packageIdentifier',
  'paymentOption',
  'paymentReference',
  'postingReferenceNumber',
  'principalAmount',
  'productCode',
  'provider',
  'recordCount',
  'referenceNumber',
  'responseCode',
  'rowCount',
  'sessionId',
  'settlementAmount',
  'sourceAccount',
  'startDate',
  'status',
  'statusCode',
  'tenure',
  'topUpAmount',
  'totalAmount',
  'totalOutstanding',
  'transactionReference',
  'transactionStatus',
  'valueDate',
  'vat',
  'vendStatus',
]);

const TEXT_MAX = 100;

/**
 * The fields of a body or an answer that the log shows, as JSON. Objects and lists within it, long texts and all other
 * fields are left out.
 * @returns undefined when nothing is left
 */
export function shownFields(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  let shown: Record<string, string | number | boolean> | undefined;
  // A body may have very many names of its own: then those of the list are looked up.
  const names = Object.keys(value);
  for (const name of names.length <= SHOWN.size ? names : SHOWN) {
    const field = SHOWN.has(name) ? (value as Record<string, unknown>)[name] : undefined;
    if (field !== undefined && isShown(field)) (shown ??= {})[name] = field;
  }
  return shown && JSON.stringify(shown);
}

function isShown(field: unknown): field is string | number | boolean {
  return (
    (typeof field === 'string' && field.length <= TEXT_MAX) || typeof field === 'number' || typeof field === 'boolean'
  );
}
