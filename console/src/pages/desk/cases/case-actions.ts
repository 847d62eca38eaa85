import { action } from '../../../form/action';
import { listed } from '../../../form/choices';
import { addReport } from '../nfiu/add-report';
import { type AmlCase, OUTCOME_CHOICES } from './case-words';

const path = ({ id }: AmlCase) => ({ caseId: id });
const isWorkedOn = ({ status }: AmlCase): boolean => status !== 'closed';
const mayPropose = ({ status }: AmlCase): boolean => status !== 'closed' && status !== 'proposed';

export const OPEN_CASE = action<undefined>()({
  operation: 'addAmlCase',
  title: 'Open a case',
  initial: () => ({ queue: 'aml', priority: 'medium' }),
  labels: { customerID: 'Customer', note: 'Reason' },
  consequence: () => 'For a suspicion that no alert has raised. A customer has at most one case that is not closed.',
  opens: ({ id }) => `/aml/cases/${id}`,
  done: 'The case is open.',
});

/** The closing is proposed by one person and decided by another. */
export const PROPOSE = action<AmlCase>()({
  operation: 'requestAmlCaseClosing',
  title: 'Ask to close',
  isFor: mayPropose,
  path,
  choices: { outcome: OUTCOME_CHOICES },
  labels: { reasonCode: 'Reason' },
  longTexts: ['rationale'],
  consequence: () =>
    'Somebody else closes the case or declines. “Reported to the NFIU” needs a report of this case that is filed.',
  done: 'The closing is proposed. Somebody else must decide it.',
});

export const ADD_NOTE = action<AmlCase>()({
  operation: 'addAmlCaseNote',
  title: 'Add a note',
  path,
  labels: { text: 'Note' },
  done: 'The note is in the history.',
});

const SET_STATE = action<AmlCase>()({
  operation: 'setAmlCaseStatus',
  title: 'Change the state',
  isFor: mayPropose,
  path,
  initial: ({ status }) => ({ status: status === 'in-progress' ? 'awaiting-information' : 'in-progress' }),
  labels: { status: 'State' },
  done: 'The state has been changed.',
});

const ASSIGN = action<AmlCase>()({
  operation: 'assignAmlCase',
  title: 'Assign',
  isFor: isWorkedOn,
  path,
  initial: ({ owner }) => ({ staffID: owner ?? undefined }),
  clears: ['staffID'],
  choices: { staffID: listed('listStaff', ({ staffID, name }) => ({ value: staffID, text: `${name} (${staffID})` })) },
  labels: { staffID: 'Officer' },
  consequence: () => 'Without an officer the case is nobody’s.',
  done: 'The case has been assigned.',
});

export const ADD_EVIDENCE = action<AmlCase>()({
  operation: 'addAmlCaseEvidence',
  title: 'Add a document of the customer',
  path,
  choices: {
    documentId: ({ customerID }) =>
      customerID === null
        ? undefined
        : listed(
            'listDocuments',
            ({ documentID, fileName, documentType }) => ({
              value: String(documentID),
              text: `${fileName} (${documentType})`,
            }),
            { EntityType: 'customer', EntityId: customerID, PageSize: '200' },
          ),
  },
  labels: { documentId: 'Document' },
  longTexts: ['description'],
  consequence: () => 'The digest of the file is kept with the case, so that a later change of the file shows.',
  done: 'The evidence is in the case.',
});

/** Opens the form of `upload-evidence.tsx`, which reads the file. */
export const UPLOAD_EVIDENCE = action<AmlCase>()({
  operation: 'uploadAmlCaseEvidence',
  title: 'Upload a file',
  done: 'The file is in the case.',
});

export const WRITE_NARRATIVE = action<AmlCase>()({
  operation: 'updateAmlCaseNarrative',
  title: 'Write the narrative',
  path,
  initial: ({ narrative }) => ({ ...narrative }),
  consequence: () => 'The history keeps the earlier texts.',
  done: 'The narrative has been kept.',
});

export const LINK_CASE = action<AmlCase>()({
  operation: 'linkAmlCase',
  title: 'Link with another case',
  path,
  labels: { caseId: 'Number of the case' },
  done: 'The cases are linked.',
});

const RESUME = action<AmlCase>()({
  operation: 'resumeAmlCase',
  title: 'Resume the case',
  isFor: ({ status }) => status === 'closed',
  path,
  labels: { text: 'Reason' },
  consequence: () => 'The case and its alerts are open again. Another person has to close it once more.',
  done: 'The case is open again.',
});

const REPORT = addReport<AmlCase>({
  title: 'Prepare a report to the NFIU',
  isFor: ({ customerID }) => customerID !== null,
  initial: ({ customerID, id, narrative }) => ({
    kind: 'STR',
    customerID,
    caseId: id,
    reason: Object.values(narrative).filter(Boolean).join('\n'),
  }),
});

/** The actions of officers on a case, in the order of the work. */
export const CASE_ACTIONS = [
  ADD_NOTE,
  WRITE_NARRATIVE,
  ADD_EVIDENCE,
  LINK_CASE,
  SET_STATE,
  ASSIGN,
  REPORT,
  PROPOSE,
  RESUME,
];
