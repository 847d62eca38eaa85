import { CLOSED_TOGETHER_MAX, closingFault } from './alert-closing';

const alert = { source: 'rule', sourceId: '7', sourceVersion: '1', status: 'new' };

describe('closing alerts together', () => {
  it('takes open alerts of one source and version', () => {
    expect(closingFault([alert])).toBeNull();
    expect(closingFault([alert, { ...alert, status: 'triaged' }])).toBeNull();
  });

  it('refuses none, and more than the server takes', () => {
    expect(closingFault([])).toBe('Select alerts first.');
    const many = Array.from({ length: CLOSED_TOGETHER_MAX }, () => alert);
    expect(closingFault(many)).toBeNull();
    expect(closingFault([...many, alert])).toBe('At most 50 at once.');
  });

  it('refuses alerts of a case and closed ones', () => {
    for (const status of ['linked', 'closed'])
      expect(closingFault([alert, { ...alert, status }])).toMatch(/neither closed nor in a case/);
  });

  it('refuses the alert of a hold', () => {
    expect(closingFault([{ ...alert, source: 'hold' }])).toMatch(/decided with the hold/);
  });

  it.each([
    ['source', 'scenario'],
    ['sourceId', '8'],
    ['sourceVersion', '2'],
  ])('refuses alerts that differ in their %s', (field, value) => {
    expect(closingFault([alert, { ...alert, [field]: value }])).toMatch(/one source and version/);
  });
});
