import { may, missingText } from './permissions';

describe('may', () => {
  it('asks for the permission, and lets everybody in where none is needed', () => {
    expect(may(new Set(['view-loans']), 'view-loans')).toBe(true);
    expect(may(new Set(['view-loans']), 'manage-loans')).toBe(false);
    expect(may(new Set(), null)).toBe(true);
    expect(missingText('manage-loans')).toContain('"manage-loans"');
  });
});
