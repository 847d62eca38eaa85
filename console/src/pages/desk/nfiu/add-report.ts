import { type Action, action } from '../../../form/action';
import { INDICATOR_CHOICES } from './report-words';

type Start<R> = Pick<Action<R>, 'title' | 'isFor' | 'initial'>;

/** Prepares a report, from a case or by itself. */
export function addReport<R>(start: Start<R>): Action<R> {
  return action<R>()({
    operation: 'addNfiuReport',
    ...start,
    confirm: 'Prepare the report',
    choices: { indicators: INDICATOR_CHOICES },
    labels: {
      customerID: 'Customer',
      caseId: 'Number of the case',
      reason: 'Ground of the suspicion',
      suspectedAt: 'Suspected since, if not just now',
      action: 'Done by the institution',
    },
    longTexts: ['reason', 'action'],
    consequence: () =>
      'A draft, with its deadline. Nothing leaves the institution before it is checked, approved by another person and exported.',
    opens: ({ id }) => `/nfiu-reports/${id}`,
    done: 'The draft is ready to be checked.',
  });
}
