import type { Row } from '../../../api/client';
import { action } from '../../../form/action';
import { listed } from '../../../form/choices';

export type Setting = Row<'listConfiguration'>;

const YES_NO = [
  { value: 'true', text: 'Yes' },
  { value: 'false', text: 'No' },
];

function optionsOf({ type, allowed }: Setting) {
  if (type === 'boolean') return YES_NO;
  return allowed?.map((value) => ({ value, text: value }));
}

function consequenceOf({ key, description, needsSecondPerson, secret, type }: Setting): string {
  const sentences = [
    `${key}: ${description}`,
    type === 'url' && 'Another host clears the stored secrets of this service, unless the same change sets them.',
    secret && 'The value is stored sealed and never shown again.',
    needsSecondPerson ? 'A second person must approve before it holds.' : 'It holds within seconds.',
  ];
  return sentences.filter(Boolean).join(' ');
}

export const SETTING_ACTIONS = [
  action<Setting>()({
    operation: 'setConfigurationKey',
    title: 'Change the setting',
    path: ({ key }) => ({ key }),
    initial: ({ secret, value, default: preset }) => (secret ? {} : { value: value ?? preset }),
    choices: { value: optionsOf },
    consequence: consequenceOf,
    done: 'The setting has been changed.',
  }),
  action<Setting>()({
    operation: 'resetConfigurationKey',
    title: 'Restore the default',
    isDanger: true,
    path: ({ key }) => ({ key }),
    consequence: (setting) =>
      `${setting.key} goes back to ${setting.default === null ? 'no value' : `"${setting.default}"`}. ${setting.needsSecondPerson ? 'A second person must approve before it holds.' : 'It holds within seconds.'}`,
    reason: ({ isSet }) => (isSet ? null : 'It has its default.'),
    done: 'The default has been restored.',
  }),
];

export const CHANGE_SEVERAL = action<undefined>()({
  operation: 'changeConfiguration',
  title: 'Change several settings',
  choices: { key: listed('listConfiguration', ({ key }) => ({ value: key, text: key }), {}) },
  labels: { key: 'Setting' },
  consequence: () =>
    'All of them change together, or none does. Where one needs a second person, all of them wait for one.',
  done: 'The settings have been changed.',
});
