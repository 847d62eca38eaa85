import { action } from '../../../form/action';
import { INDICATOR_CHOICES, type Report } from './report-words';

const path = ({ id }: Report) => ({ nfiuReportId: id });
const isIn =
  (...statuses: Report['status'][]) =>
  ({ status }: Report): boolean =>
    statuses.includes(status);

const UPDATE = action<Report>()({
  operation: 'updateNfiuReport',
  title: 'Change the draft',
  isFor: isIn('draft'),
  path,
  choices: { indicators: INDICATOR_CHOICES },
  labels: {
    reason: 'Ground of the suspicion',
    action: 'Done by the institution',
    fiuReference: 'Number of the NFIU that it refers to',
    conductors: 'Who brought or took cash',
  },
  longTexts: ['reason', 'action'],
  initial: (report) => ({ ...report }),
  done: 'The draft has been changed.',
});

export const CHECK = action<Report>()({
  operation: 'verifyNfiuReport',
  title: 'Check the report',
  isFor: isIn('draft', 'checked'),
  path,
  consequence: () =>
    'The report is composed from the present records and compared with the layout of the NFIU. Whoever checks it does not approve it.',
  done: 'The report has been checked.',
});

/** Writes the file for the portal; a file that was lost can be written again. */
export const EXPORT = action<Report>()({
  operation: 'exportNfiuReport',
  title: 'Export the XML',
  confirm: 'Save the file',
  isFor: isIn('approved', 'exported', 'submitted', 'accepted', 'rejected'),
  path,
  file: (answer) => answer,
  consequence: () =>
    'Saves the text that was approved. Hand it in at the portal of the NFIU, then record the receipt here. The audit log keeps your name.',
  done: 'The file has been saved.',
});

const READ_TEXT = action<Report>()({
  operation: 'downloadNfiuReport',
  title: 'Save the text to read it',
  confirm: 'Save the file',
  isFor: isIn('checked', 'approved', 'exported', 'submitted', 'accepted', 'rejected'),
  path,
  file: (answer) => answer,
  consequence: () => 'The text of the check, to read before approval. The audit log keeps your name.',
  done: 'The file has been saved.',
});

export const FILED = action<Report>()({
  operation: 'registerNfiuFiling',
  title: 'Record the submission',
  isFor: isIn('exported'),
  path,
  labels: { filingReceipt: 'Receipt of the portal' },
  consequence: () => 'The report counts as filed from now on.',
  done: 'The submission has been recorded.',
});

export const OUTCOME = action<Report>()({
  operation: 'registerNfiuOutcome',
  title: 'Record the answer',
  isFor: isIn('submitted'),
  path,
  labels: { outcome: 'Answer of the NFIU' },
  consequence: () => 'A report that was rejected can be returned, corrected and filed again under its number.',
  done: 'The answer has been recorded.',
});

export const RETURN = action<Report>()({
  operation: 'resetNfiuReport',
  title: 'Return to draft',
  isFor: isIn('approved', 'exported', 'rejected'),
  path,
  consequence: () =>
    'The report loses its text. It has to be checked and approved again. A report that was handed in already is not returned: record its receipt.',
  done: 'The report is a draft again.',
});

const WITHDRAW = action<Report>()({
  operation: 'withdrawNfiuReport',
  title: 'Withdraw the report',
  isDanger: true,
  isFor: isIn('draft', 'checked', 'approved'),
  path,
  labels: { note: 'Reason' },
  consequence: () => 'The report will not be filed. This is final.',
  done: 'The report has been withdrawn.',
});

/** The actions on a report, in the order of its life. */
export const REPORT_ACTIONS = [UPDATE, CHECK, READ_TEXT, EXPORT, FILED, OUTCOME, RETURN, WITHDRAW];
