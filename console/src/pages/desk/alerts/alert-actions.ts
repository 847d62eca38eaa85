import { action } from '../../../form/action';
import { closingFault } from '../../../rules/alert-closing';
import { plural } from '../../../rules/words';
import { type Alert, isOpen } from './alert-words';

/** Closes alerts that need no case; the record is the selected alerts. */
export const CLOSE_ALERTS = action<readonly Alert[]>()({
  operation: 'closeAmlAlerts',
  title: 'Close without a case',
  fixed: (alerts) => ({ alertIds: alerts.map(({ id }) => id) }),
  fields: ['reasonCode', 'note'],
  labels: { reasonCode: 'Reason' },
  reason: closingFault,
  isFor: (alerts) => alerts.some(isOpen),
  consequence: (alerts) =>
    `${plural(alerts.length, 'alert')} with one reason, all or none. Some are chosen at random for a second look by ` +
    'somebody else, who can open them again.',
  done: 'Closed. The view “Second look” shows the alerts that somebody else has to look at again.',
});

/** Closes one alert. */
export const CLOSE_ALERT = action<Alert>()({
  operation: 'closeAmlAlerts',
  title: 'Close without a case',
  fixed: ({ id }) => ({ alertIds: [id] }),
  fields: ['reasonCode', 'note'],
  labels: { reasonCode: 'Reason' },
  reason: (alert) => closingFault([alert]),
  isFor: isOpen,
  consequence: () =>
    'Closed without a case. It may be chosen for a second look by somebody else, who can open it again.',
  done: 'The alert is closed.',
});

export const LINK_ALERT = action<Alert>()({
  operation: 'linkAmlAlert',
  title: 'Put into the case of the customer',
  path: ({ id }) => ({ alertId: id }),
  isFor: isOpen,
  reason: ({ customerID }) => (customerID === null ? 'The alert is about no customer; close it instead.' : null),
  consequence: () =>
    'The alert joins the case of its customer. Where the customer has no case that is not closed, one is opened.',
  opens: ({ caseId }) => (caseId === null ? undefined : `/aml/cases/${caseId}`),
  done: 'The alert is in the case of its customer.',
});
