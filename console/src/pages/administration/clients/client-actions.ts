import type { Row } from '../../../api/client';
import { action } from '../../../form/action';
import { scopeGroup, scopeSubject } from './client-words';

export type Client = Row<'listApiClients'>;

const FORM = {
  choices: { scopes: { each: (value: string) => ({ value, text: scopeSubject(value), group: scopeGroup(value) }) } },
  labels: {
    expiresAt: 'Ends at',
    perCallLimit: 'Most that one call may move',
    perDayLimit: 'Most that one day may move',
    parentAccountNumber: 'Bound to the account',
    scopes: 'What the client may do',
    overlapMinutes: 'The old secret stays valid for (minutes)',
  },
};
const path = ({ clientId }: Client) => ({ clientId });

export const CREATE_CLIENT = action<undefined>()({
  operation: 'createApiClient',
  title: 'Create an API client',
  ...FORM,
  fields: ['name', 'scopes', 'perCallLimit', 'perDayLimit', 'allowedAddresses', 'expiresAt', 'parentAccountNumber'],
  consequence: () => 'The secret is shown once, when the client has been created.',
  done: 'The client has been created.',
  secret: ({ clientId, clientSecret }) =>
    clientSecret ? { label: `Secret of the client ${clientId}`, value: clientSecret } : undefined,
});

/** The actions on a client, in the list and on its page. */
export const CLIENT_ACTIONS = [
  action<Client>()({
    operation: 'updateApiClient',
    title: 'Change the client',
    ...FORM,
    fields: ['name', 'scopes', 'perCallLimit', 'perDayLimit', 'allowedAddresses', 'expiresAt'],
    clears: ['allowedAddresses', 'expiresAt', 'perCallLimit', 'perDayLimit'],
    path,
    initial: (client) => ({ ...client }),
    consequence: () =>
      'It holds for the next call of the client. An emptied limit is no limit, an emptied list of addresses allows every address, an emptied end is none.',
    done: 'The client has been changed.',
  }),
  action<Client>()({
    operation: 'regenerateApiClientSecret',
    title: 'Make a new secret',
    isDanger: true,
    ...FORM,
    path,
    consequence: () =>
      'The new secret is shown once. The old one and its tokens end after the minutes you enter, or at once: calls fail until the client uses the new secret.',
    done: 'The client has a new secret.',
    secret: ({ clientId, clientSecret }) =>
      clientSecret ? { label: `New secret of the client ${clientId}`, value: clientSecret } : undefined,
  }),
  action<Client>()({
    operation: 'deactivateApiClient',
    title: 'Deactivate the client',
    isDanger: true,
    isFor: ({ status }) => status === 'Active',
    path,
    consequence: ({ name }) =>
      `Every call of ${name} is refused at once, also with tokens that it holds. What it has asked for already is carried out.`,
    done: 'The client has been deactivated.',
  }),
  action<Client>()({
    operation: 'reactivateApiClient',
    title: 'Reactivate the client',
    isFor: ({ status }) => status !== 'Active',
    path,
    consequence: ({ name }) => `${name} may sign in again with its present secret.`,
    done: 'The client has been reactivated.',
  }),
];
