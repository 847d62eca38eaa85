import { isSensitivePermission, permissionTitle } from './permission-text';

describe('titles of permissions', () => {
  it('are the words of the name, with abbreviations in capitals', () => {
    expect(permissionTitle('view-customers')).toBe('View customers');
    expect(permissionTitle('manage-api-clients')).toBe('Manage API clients');
    expect(permissionTitle('approve-aml-held-transactions')).toBe('Approve AML held transactions');
    expect(permissionTitle('view-nfiu-reports')).toBe('View NFIU reports');
  });
});

describe('sensitive permissions', () => {
  const steppedUp = new Set(['manage-roles', 'view-approvals']);

  it('are those of routes that demand a recent proof, and those that decide', () => {
    expect(isSensitivePermission('manage-roles', steppedUp)).toBe(true);
    expect(isSensitivePermission('approve-loan-changes', steppedUp)).toBe(true);
  });

  it('are not those that only read', () => {
    expect(isSensitivePermission('view-customers', steppedUp)).toBe(false);
  });
});
