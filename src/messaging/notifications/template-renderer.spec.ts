import { MESSAGE_CHANNELS } from '../message.entity';
import { smsSegments } from '../sms-segments';
import { defaultTemplate } from './default-templates';
import { NOTIFICATION_EVENTS, variablesOf } from './notification-events';
import { notificationVariables } from './notification-variables';
import { sampleFacts } from './sample-facts';
import { renderTemplate, templateViolation } from './template-renderer';

const institution = { name: 'Sandbox Bank', timeZone: 'Africa/Lagos' };
const EVENTS_AND_CHANNELS = NOTIFICATION_EVENTS.flatMap((event) =>
  MESSAGE_CHANNELS.map((channel) => [event, channel] as const),
);
const html = (body: string, variables: Record<string, string>, subject = 's'): string =>
  renderTemplate({ subject, body, isHtml: true }, 'email', variables).body;

describe('renderTemplate', () => {
  it('fills variables and sections', () => {
    const { body } = renderTemplate(
      {
        subject: null,
        body: 'Paid {{amount}}{{#token}}, token {{token}}{{/token}}{{^token}}, no token{{/token}}.',
        isHtml: false,
      },
      'sms',
      { amount: 'NGN5.00', token: '' },
    );
    expect(body).toBe('Paid NGN5.00, no token.');
  });

  it('escapes values in HTML only, with every kind of tag', () => {
    const name = `<b>"O'Neil" & Sons</b>`;
    expect(renderTemplate({ subject: null, body: '{{name}}', isHtml: false }, 'sms', { name }).body).toBe(name);
    const escaped = '&lt;b&gt;&quot;O&#39;Neil&quot; &amp; Sons&lt;&#x2F;b&gt;';
    for (const tag of ['{{name}}', '{{{name}}}', '{{&name}}', '{{=<% %>=}}<%name%>'])
      expect([tag, html(`<p>${tag}</p>`, { name })]).toEqual([tag, `<p>${escaped}</p>`]);
  });

  it('keeps a subject on one line of at most 250 characters, without escaping', () => {
    const rendered = renderTemplate({ subject: 'To {{name}}\n{{name}}', body: 'x', isHtml: true }, 'email', {
      name: 'A & B\r\nBcc: all@example.com',
    });
    expect(rendered.subject).toBe('To A & B Bcc: all@example.com A & B Bcc: all@example.com');
    expect(
      renderTemplate({ subject: '{{name}}', body: 'x', isHtml: false }, 'email', { name: 'x'.repeat(300) }).subject,
    ).toHaveLength(250);
  });

  it('cuts an SMS at 918 characters', () => {
    expect([
      ...renderTemplate({ subject: null, body: '{{name}}', isHtml: false }, 'sms', { name: '🙂'.repeat(1000) }).body,
    ]).toHaveLength(918);
  });

  it('reaches only the variables', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect([name, html(`[{{${name}}}]`, { amount: '1' })]).toEqual([name, '[]']);
  });
});

describe('templateViolation', () => {
  it.each([
    ['{{amount}} {{#token}}{{token_units}}{{/token}}', undefined],
    ['no variables', undefined],
    ['{{! a remark }}{{=<% %>=}}<% amount %>', undefined],
    ['{{ammount}}', 'The template names unknown variables: ammount.'],
    ['{{#token}}{{x}} {{y}} {{x}}{{/token}}', 'The template names unknown variables: x, y.'],
    ['{{originator_bvn}}', 'The template names unknown variables: originator_bvn.'],
    ['{{> amount}}', 'The template names unknown variables: >amount.'],
    ['{{.}}', 'The template names unknown variables: ..'],
    ['{{constructor}}', 'The template names unknown variables: constructor.'],
    ['{{amount', 'The template cannot be read: Unclosed tag at 8.'],
    ['{{#amount}}', 'The template cannot be read: Unclosed section "amount" at 11.'],
  ])('the template %s has the violation %p', (template, violation) => {
    expect(templateViolation(template, ['amount', 'token', 'token_units'])).toBe(violation);
  });
});

describe('the default templates', () => {
  it.each(EVENTS_AND_CHANNELS)('of %s by %s name variables of the event only', (event, channel) => {
    const { subject, body } = defaultTemplate(event, channel);
    expect([body, subject ?? ''].map((text) => templateViolation(text, variablesOf(event)))).toEqual([
      undefined,
      undefined,
    ]);
    expect(subject === null).toBe(channel === 'sms');
  });

  it.each(EVENTS_AND_CHANNELS)('of %s by %s contain the required details and leave no gaps', (event, channel) => {
    const facts = sampleFacts(event);
    const { body, subject } = renderTemplate(
      defaultTemplate(event, channel),
      channel,
      notificationVariables(facts, { institution, channel }),
    );
    const requiredFields = event.startsWith('bills.')
      ? ['biller_name', 'package_name', 'customer_id', 'customer_name']
      : event === 'transfer.credit'
        ? ['account_name_from']
        : ['bank_to', 'account_name_to', 'account_number_to'];
    if (event === 'bills.vended') requiredFields.push('token');
    for (const field of requiredFields) expect(body).toContain(String(facts.metadata[field]));
    expect(`${body} ${subject}`).not.toMatch(/\{\{|\}\}|\n{3}| {2}|undefined|null,|\( ?\)/);
  });

  it.each(NOTIFICATION_EVENTS)('of %s fit into three SMS parts', (event) => {
    const { body } = renderTemplate(
      defaultTemplate(event, 'sms'),
      'sms',
      notificationVariables(sampleFacts(event), { institution, channel: 'sms' }),
    );
    expect(smsSegments(body)).toBeLessThanOrEqual(3);
  });

  it('leave out details that are not known', () => {
    const facts = {
      ...sampleFacts('bills.vended'),
      balanceKobo: null,
      metadata: { biller_name: 'Ikeja Electric', customer_id: '45012345678' },
    };
    const text = (channel: 'sms' | 'email'): string =>
      renderTemplate(
        defaultTemplate('bills.vended', channel),
        channel,
        notificationVariables(facts, { institution, channel }),
      ).body;
    expect(text('sms')).toBe(
      'Paid NGN5,000.00 from ******0011: Ikeja Electric for 45012345678. Ref SAMPLE-0001. 2026-11-21 10:15.',
    );
    expect(text('email')).toBe(
      [
        'Your bill is paid.',
        '',
        'Amount: ₦5,000.00',
        'Your account: ******0011',
        'Biller: Ikeja Electric',
        'Customer: 45012345678',
        'Reference: SAMPLE-0001',
        'Date: 2026-11-21 10:15',
        '',
        'Sandbox Bank',
      ].join('\n'),
    );
  });
});
