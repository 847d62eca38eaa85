import type { Row } from '../../../api/client';
import { action } from '../../../form/action';
import { listed } from '../../../form/choices';
import { label } from '../../../rules/words';

export type Endpoint = Row<'listWebhookEndpoints'>;

/** `account.status-changed` is `Account: status changed`. */
export function eventTypeText(type: string): string {
  const [subject = '', event = ''] = type.split('.');
  return `${label(subject)}: ${label(event).toLowerCase()}`;
}

const FORM = {
  choices: {
    clientId: listed('listApiClients', (row) => ({ value: row.clientId, text: `${row.name} (${row.clientId})` })),
    eventTypes: {
      each: (value: string) => ({
        value,
        text: label(value.split('.')[1] ?? value),
        group: label(value.split('.')[0] ?? ''),
      }),
    },
  },
  labels: {
    clientId: 'API client',
    url: 'Address',
    eventTypes: 'Events',
    noticeEmail: 'Tell this e-mail address when it pauses',
    overlapHours: 'Sign with the old secret too for (hours)',
    eventId: 'One event, by its ID',
    fromSequence: 'Or a span, from number',
    toSequence: 'to number',
  },
};
const path = ({ id }: Endpoint) => ({ endpointId: id });
const isThere = ({ status }: Endpoint): boolean => status !== 'Removed';

export const CREATE_ENDPOINT = action<undefined>()({
  operation: 'createWebhookEndpoint',
  title: 'Create an endpoint',
  ...FORM,
  fields: ['clientId', 'url', 'eventTypes', 'description', 'noticeEmail'],
  consequence: () =>
    'Events that happen from now on are sent to the address. The secret that signs them is shown once, for the client to check signatures with.',
  done: 'The endpoint has been created.',
  secret: ({ secret }) => (secret ? { label: 'Secret of the endpoint', value: secret } : undefined),
});

/** The actions on an endpoint, in the list and on its page. */
export const ENDPOINT_ACTIONS = [
  action<Endpoint>()({
    operation: 'updateWebhookEndpoint',
    title: 'Change the endpoint',
    ...FORM,
    fields: ['url', 'eventTypes', 'description', 'noticeEmail'],
    clears: ['url', 'description', 'noticeEmail'],
    isFor: isThere,
    path,
    initial: (endpoint) => ({ ...endpoint }),
    consequence: () => 'It holds for events from now on.',
    done: 'The endpoint has been changed.',
  }),
  action<Endpoint>()({
    operation: 'pauseWebhookEndpoint',
    title: 'Pause the endpoint',
    isFor: ({ status }) => status === 'Active',
    path,
    consequence: () => 'Nothing is sent until it is resumed. Events that happen meanwhile wait and are sent then.',
    done: 'The endpoint is paused.',
  }),
  action<Endpoint>()({
    operation: 'resumeWebhookEndpoint',
    title: 'Resume the endpoint',
    isFor: ({ status }) => status === 'Paused',
    path,
    consequence: () => 'What waits is sent now, oldest first.',
    done: 'The endpoint sends again.',
  }),
  action<Endpoint>()({
    operation: 'replayEvents',
    title: 'Send events again',
    ...FORM,
    isFor: isThere,
    path,
    initial: ({ sequence }) => ({ toSequence: sequence || undefined }),
    consequence: () =>
      'Enter one event or a span of at most 10,000 numbers. The client gets them a second time and must know them by their ID.',
    done: 'The events are on their way again.',
  }),
  action<Endpoint>()({
    operation: 'rotateWebhookSecret',
    title: 'Replace the secret',
    isDanger: true,
    ...FORM,
    isFor: isThere,
    path,
    initial: () => ({ overlapHours: 24 }),
    consequence: () =>
      'The new secret is shown once. For the hours you enter, deliveries carry both signatures; afterwards the client must check with the new one.',
    done: 'The endpoint has a new secret.',
    secret: ({ secret }) => (secret ? { label: 'New secret of the endpoint', value: secret } : undefined),
  }),
  action<Endpoint>()({
    operation: 'removeWebhookEndpoint',
    title: 'Remove the endpoint',
    isDanger: true,
    isFor: isThere,
    path,
    consequence: () =>
      'Nothing is sent to it any more, also what waits now. It cannot be brought back; its deliveries stay readable.',
    done: 'The endpoint has been removed.',
  }),
];
