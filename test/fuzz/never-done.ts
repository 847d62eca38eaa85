/** Routes that no request of a run is done by, and why. */
export const NEVER_DONE: Record<string, string> = {
  'POST /api/admin/v1/loans/{id}/reverse': 'it needs a payment that no other act followed; test/loans/reversal does it',
  'POST /api/admin/v1/loans/{id}/waive': 'no loan is in arrears on its first day; test/loans/adjustments does it',
  'POST /api/admin/v1/loans/{id}/refund': 'nothing was paid ahead; test/loans/adjustments does it',
  'POST /api/admin/v1/loans/{id}/backdated-repayment':
    'no day has closed since the loans were paid out; test/loans/adjustments does it',
  'POST /api/admin/v1/loans/{id}/move-repayment':
    'it needs a payment that no other act followed; test/loans/adjustments does it',
  'POST /api/admin/v1/settlement-lines/{lineId}/confirm':
    'the payment of the line is settled by the other routes first; test/settlement does it',
  'GET /api/report/v1/verifyreceipt': 'the code is on a receipt alone; test/reports/verify-receipt does it',
  'POST /api/sandbox/v1/clock': 'a move would change the date under all other requests; test/sandbox/clock does it',
  'POST /api/admin/v1/accounts/post-interest':
    'nothing has accrued on a day that has not ended; test/accounts/interest-posting-by-staff does it',
  'POST /api/admin/v1/end-of-day/run':
    'no day is due, and a roll would move the books under all other requests; test/end-of-day does it',
  'POST /api/admin/v1/accounting-periods/close':
    'books that begin today have no month that has ended; test/end-of-day/accounting-periods does it',
  'GET /api/events/v1/events': 'the client has no endpoint; test/webhooks/endpoints does it',
  'GET /api/admin/v1/webhooks/{endpointId}/deliveries/{position}/attempts':
    'nothing is delivered to an endpoint that only pulls; test/webhooks/deliveries does it',
  'POST /api/admin/v1/webhooks/{endpointId}/replay':
    'nothing is delivered to an endpoint that only pulls; test/webhooks/deliveries does it',
  'POST /api/admin/v1/password': 'its code is mailed to its owner alone; test/auth/one-time-codes does it',
  'DELETE /api/admin/v1/customers/{customerID}/legal-hold':
    'holds end before requests that delete, which they would refuse; test/personal-data/legal-holds does it',
  ...Object.fromEntries(
    [
      'POST /api/admin/v1/me/passkeys',
      'DELETE /api/admin/v1/me/passkeys/{passkeyId}',
      'POST /api/admin/v1/me/step-up/passkey',
      'POST /api/admin/v1/session/passkey',
      'POST /api/admin/v1/me/second-factor/confirm',
      'POST /api/admin/v1/me/second-factor/recovery-codes',
      'DELETE /api/admin/v1/me/second-factor',
      'DELETE /api/admin/v1/staff/{staffID}/second-factor',
    ].map((route) => [route, 'a code is needed that an authenticator app shows; test/auth/second-factor does it']),
  ),
  'POST /api/admin/v1/exports/{exportId}/cancel':
    'an export of so few rows is ready before it can be cancelled; test/exports does it',
  'DELETE /api/admin/v1/watch-lists/{listCode}/source':
    'no list has a source before a second person approves it; test/watch-lists does it',
  'POST /api/admin/v1/watch-lists/{listCode}/source/fetch':
    'no list has a source before a second person approves it; test/watch-lists does it',
  'GET /api/admin/v1/risk-ratings/{customerID}':
    'no customer is rated before the first day ends; test/risk-ratings does it',
  ...Object.fromEntries(
    ['override', 'override/approve', 'override/decline', 'review'].map((step) => [
      `POST /api/admin/v1/risk-ratings/{customerID}/${step}`,
      'no customer is rated before the first day ends; test/risk-ratings does it',
    ]),
  ),
  ...Object.fromEntries(
    [
      'POST /api/admin/v1/aml/alerts/close',
      'POST /api/admin/v1/aml/alerts/{alertId}/case',
      'POST /api/admin/v1/aml/alerts/{alertId}/review',
      'POST /api/admin/v1/aml/cases',
      'POST /api/admin/v1/aml/cases/{caseId}/close',
      'POST /api/admin/v1/aml/cases/{caseId}/links',
      'POST /api/admin/v1/aml/cases/{caseId}/reopen',
      'POST /api/admin/v1/aml/cases/{caseId}/review',
      'PUT /api/admin/v1/aml/cases/{caseId}/status',
    ].map((route) => [route, 'the one alert and its one case are in another state; test/cases does it']),
  ),
  ...Object.fromEntries(
    ['retire', 'shadow'].map((step) => [
      `POST /api/admin/v1/aml/scenarios/{scenarioCode}/${step}`,
      'the one scenario is in another state; test/aml/scenario-desk does it',
    ]),
  ),
  ...Object.fromEntries(
    ['protect', 'recall', 'refund', 'refunded', 'release'].map((step) => [
      `POST /api/admin/v1/fraud-complaints/{complaintId}/${step}`,
      'the one complaint is in another state; test/fraud-complaints does it',
    ]),
  ),
  ...Object.fromEntries(
    [
      'GET /api/admin/v1/nfiu-reports/{nfiuReportId}/file',
      ...['approve', 'export', 'outcome', 'return', 'submitted', 'withdraw'].map(
        (step) => `POST /api/admin/v1/nfiu-reports/{nfiuReportId}/${step}`,
      ),
    ].map((route) => [route, 'each step needs the one before, of somebody else; test/nfiu-reports does it']),
  ),
};
