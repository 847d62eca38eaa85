/** The documented code with which a new sandbox refuses an example, and why. */
export interface RefusedExample {
  code: string;
  because: string;
}

/** Examples of staff that a new sandbox refuses, most of them of the AML desk. */
export const REFUSED_AT_THE_DESK: Record<string, RefusedExample> = {
  'GET /api/admin/v1/nfiu-reports/{nfiuReportId}/file': {
    code: 'NFIU_REPORT_STATE',
    because: 'the report was not checked, so it has no text yet',
  },
  'GET /api/admin/v1/risk-ratings/{customerID}': {
    code: 'RISK_NOT_RATED',
    because: 'a new sandbox does not rate',
  },
  'POST /api/admin/v1/aml/alerts/close': {
    code: 'ALERT_STATE',
    because: 'the alert belongs to a case',
  },
  'POST /api/admin/v1/aml/alerts/{alertId}/case': {
    code: 'ALERT_STATE',
    because: 'the alert belongs to a case',
  },
  'POST /api/admin/v1/aml/alerts/{alertId}/review': {
    code: 'REVIEW_NOT_ASKED',
    because: 'the alert was not closed',
  },
  'POST /api/admin/v1/aml/cases': {
    code: 'CASE_OPEN_ALREADY',
    because: 'the customer has the case of the held transfer',
  },
  'POST /api/admin/v1/aml/cases/{caseId}/links': {
    code: 'CASE_LINK_REFUSED',
    because: 'there is one case',
  },
  'POST /api/admin/v1/aml/cases/{caseId}/close': {
    code: 'CASE_STATE',
    because: 'the proposal was returned by another example',
  },
  'POST /api/admin/v1/aml/cases/{caseId}/reopen': {
    code: 'CASE_STATE',
    because: 'the case is not closed',
  },
  'POST /api/admin/v1/aml/cases/{caseId}/review': {
    code: 'REVIEW_NOT_ASKED',
    because: 'the case is not closed',
  },
  'POST /api/admin/v1/exports/{exportId}/cancel': {
    code: 'EXPORT_STATE',
    because: 'the export was written at once',
  },
  'POST /api/admin/v1/nfiu-reports': {
    code: 'POSTING_NOT_FOUND',
    because: 'the posting of the example is none of this sandbox',
  },
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/approve': {
    code: 'NFIU_REPORT_STATE',
    because: 'the report lacks data and stays a draft',
  },
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/return': {
    code: 'NFIU_REPORT_STATE',
    because: 'the report lacks data and stays a draft',
  },
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/export': {
    code: 'NFIU_REPORT_STATE',
    because: 'the report lacks data and stays a draft',
  },
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/submitted': {
    code: 'NFIU_REPORT_STATE',
    because: 'the report lacks data and stays a draft',
  },
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/outcome': {
    code: 'NFIU_REPORT_STATE',
    because: 'the report lacks data and stays a draft',
  },
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/withdraw': {
    code: 'NFIU_REPORT_FOUR_EYES',
    because: 'the member of staff who prepared the report does not withdraw it',
  },
  'POST /api/admin/v1/risk-ratings/{customerID}/override': {
    code: 'RISK_NOT_RATED',
    because: 'a new sandbox does not rate',
  },
  'POST /api/admin/v1/risk-ratings/{customerID}/override/approve': {
    code: 'RISK_NOT_RATED',
    because: 'a new sandbox does not rate',
  },
  'POST /api/admin/v1/risk-ratings/{customerID}/override/decline': {
    code: 'RISK_NOT_RATED',
    because: 'a new sandbox does not rate',
  },
  'POST /api/admin/v1/risk-ratings/{customerID}/review': {
    code: 'RISK_NOT_RATED',
    because: 'a new sandbox does not rate',
  },
  'POST /api/admin/v1/fraud-complaints': {
    code: 'POSTING_NOT_FOUND',
    because: 'the posting of the example is none of this sandbox',
  },
  'POST /api/admin/v1/fraud-complaints/{complaintId}/protect': {
    code: 'COMPLAINT_NOT_OWN',
    because: 'the money of the complaint went to a ledger',
  },
  'POST /api/admin/v1/fraud-complaints/{complaintId}/recall': {
    code: 'COMPLAINT_NOT_OUTWARD',
    because: 'the money of the complaint stayed here',
  },
  'POST /api/admin/v1/fraud-complaints/{complaintId}/conclude': {
    code: 'COMPLAINT_AMOUNT',
    because: 'the complaint is about one Naira',
  },
  'POST /api/admin/v1/fraud-complaints/{complaintId}/refund': {
    code: 'COMPLAINT_STATE',
    because: 'the complaint was not upheld',
  },
  'POST /api/admin/v1/fraud-complaints/{complaintId}/release': {
    code: 'COMPLAINT_STATE',
    because: 'the complaint was not upheld',
  },
  'POST /api/admin/v1/fraud-complaints/{complaintId}/refunded': {
    code: 'COMPLAINT_STATE',
    because: 'the complaint was not upheld',
  },
  'DELETE /api/admin/v1/watch-lists/{listCode}/source': {
    code: 'WATCH_LIST_SOURCE_NOT_FOUND',
    because: 'the source of the example waits for a second person',
  },
  'POST /api/admin/v1/watch-lists/{listCode}/source/fetch': {
    code: 'WATCH_LIST_SOURCE_NOT_FOUND',
    because: 'the source of the example waits for a second person',
  },
};
